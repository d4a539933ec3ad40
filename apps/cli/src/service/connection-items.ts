import type { BerthClient } from '#client';

/** A page of a connection of GraphQL. */
interface Page<T> {
  readonly edges: readonly { readonly node: T }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** A connection of a cluster. */
export interface ClusterList {
  /** Its field. */
  readonly field: string;
  /** What is asked of each item. */
  readonly select: string;
  /** Arguments by name, with their types. */
  readonly takes: Readonly<Record<string, string>>;
}

/** As many as the API gives at once. */
const PAGE = 100;

/**
 * The items of a connection of a cluster, page after page.
 * @throws ServiceError, also where there is no such cluster
 */
export async function* connectionItems<T>(
  client: BerthClient,
  cluster: string,
  { field, select, takes }: ClusterList,
  { limit, ...variables }: { readonly limit: number; readonly [name: string]: unknown },
): AsyncGenerator<T> {
  // By its id or its name, and refused where there is none, as REST has it.
  const { id } = await client.get('/v1/clusters/{cluster}', { params: { path: { cluster } } });
  const declared = Object.entries({ ...takes, first: 'Int!', after: 'String' });
  const query = `query ($id: ID!, ${declared.map(([name, type]) => `$${name}: ${type}`).join(', ')}) {
    cluster(id: $id) {
      page: ${field}(${declared.map(([name]) => `${name}: $${name}`).join(', ')}) {
        edges { node { ${select} } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;
  let after: string | null = null;
  do {
    const first = Math.min(limit, PAGE);
    const answer: { readonly cluster: { readonly page: Page<T> } | null } = await client.graphql(query, {
      ...variables,
      ...{ id, first, after },
    });
    if (answer.cluster === null) return;
    const { edges, pageInfo } = answer.cluster.page;
    for (const { node } of edges) yield node;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
}
