import { MAX_TOKENS, QUERY_LIMITS } from '../../../apps/api/src/ground/graphql/limits/query-limits.js';
import type { TestApi } from '../test-api.js';
import type { Answer, Limit } from './limit.js';

export async function asked(api: TestApi, query: string): Promise<Answer> {
  const { status, body } = await api.post('/graphql').send({ query });
  return { status, code: (body as { errors?: [{ extensions: { code: string } }] }).errors?.[0].extensions.code };
}

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

/** Each reads something when it is granted. */
const READING = 'clusters { __typename }';
const nested = (depth: number): string => `${'{ ofType '.repeat(depth - 2)}{ name }${' }'.repeat(depth - 2)}`;

/** Ten words and a hundred fields each: graphql-js itself gives up on very many of one name. */
const words = (count: number): string =>
  times(
    Math.ceil(count / 110),
    (i) => `c${i}: cluster(name: "x") { ${times(Math.min(count - i * 110, 110) - 10, () => 'id')} }`,
  );

const GRANTED: Answer = { status: 200, code: undefined };
const refused: Answer = { status: 400, code: 'QUERY_TOO_COMPLEX' };

/** What one query of GraphQL may ask for. */
export const QUERIES: readonly Limit[] = [
  {
    name: 'levels of a query',
    most: QUERY_LIMITS.depth,
    ask: (api, size) => asked(api, `{ ${READING} __type(name: "Query") ${nested(size)} }`),
    granted: GRANTED,
    refused,
  },
  {
    name: 'aliases of a query',
    most: QUERY_LIMITS.aliases,
    ask: (api, size) => asked(api, `{ clusters { ${times(size, (i) => `a${i}: __typename`)} } }`),
    granted: GRANTED,
    refused,
  },
  {
    name: 'root fields of a query',
    most: QUERY_LIMITS.rootFields,
    ask: (api, size) => asked(api, `{ ${READING} ${times(size - 1, () => '__typename')} }`),
    granted: GRANTED,
    refused,
  },
  {
    name: 'directives of a query',
    most: QUERY_LIMITS.directives,
    ask: (api, size) => asked(api, `{ clusters { ${times(size, () => '__typename @skip(if: false)')} } }`),
    granted: GRANTED,
    refused,
  },
  {
    name: 'objects on the pages of a query',
    most: QUERY_LIMITS.nodes,
    // A hundred clusters, and so many objects of each.
    ask: (api, size) =>
      asked(
        api,
        `{ clusters(first: 100) { edges { node {
          ${times(Math.ceil((size / 100 - 1) / 499), (i) => `n${i}: nodes(first: 499) { __typename }`)} } } } }`,
      ),
    granted: GRANTED,
    refused,
  },
  {
    name: 'words of a query',
    most: MAX_TOKENS,
    ask: (api, size) => asked(api, `{ ${words(size - 2)} }`),
    granted: GRANTED,
    refused,
  },
  {
    name: 'objects on a page of GraphQL',
    most: 500,
    ask: (api, size) => asked(api, `{ clusters(first: ${size}) { __typename } }`),
    granted: GRANTED,
    refused: { status: 200, code: 'INVALID_REQUEST' },
  },
];
