import type { TestApi } from '../test-api.js';

/** JSON whose shape the request decides. */
export type Json = ReturnType<typeof JSON.parse>;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What came of a request, whichever face it was made on. */
export type Outcome = { readonly refused: string; readonly detail?: string } | { readonly value: unknown };

/**
 * One scenario on both faces. Each face has a cluster of its own, arranged alike; `$c` stands for its name, `$run` for
 * its last run. `of` takes from what a face answers what both have.
 */
export interface Scenario {
  readonly name: string;
  readonly arrange?: (api: TestApi, cluster: string) => Promise<unknown>;
  readonly rest: {
    readonly at: readonly [Method, string];
    readonly body?: object;
    readonly of?: (body: Json) => unknown;
  };
  readonly graphql: { readonly query: string; readonly input?: object; readonly of?: (data: Json) => unknown };
  readonly expected: Outcome;
}

/** Where a cluster is in REST. */
export const V1 = '/v1/clusters/$c';

/** What is done to a cluster before. */
export const run = (api: TestApi, cluster: string): Promise<unknown> =>
  api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
export const checkpoint = (api: TestApi, cluster: string): Promise<unknown> =>
  api.post(`/v1/clusters/${cluster}/checkpoints`).expect(201);
export const profile = (api: TestApi, cluster: string): Promise<unknown> =>
  api.post(`/v1/clusters/${cluster}/profiles`).send({ schedulerName: 'packing' }).expect(201);

/** A mutation by its name, and the fields of its payload. */
export const mutation = (name: string, fields: string): string => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  return `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} refusals { code message } } }`;
};
export const cluster = (fields: string): string => `{ cluster(name: "$c") { ${fields} } }`;
export const nodesOf = ({ edges }: Json): Json[] => edges.map((edge: Json) => edge.node);
