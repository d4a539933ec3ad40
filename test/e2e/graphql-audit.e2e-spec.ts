import { serverAudits } from 'graphql-http';
import { GraphqlApi } from './graphql-api.js';

let api: GraphqlApi;
beforeAll(async () => {
  api = await GraphqlApi.ofTeam();
});
afterAll(() => api.stop());

// Apollo's protection against cross-site requests asks for this header where a browser would send no preflight.
const audits = serverAudits({
  url: () => `${api.url}/graphql`,
  fetchFn: (url: string, init?: RequestInit) =>
    fetch(url, { ...init, headers: { ...init?.headers, 'apollo-require-preflight': '1' } }),
});

test.each(audits.map((audit) => [audit.name, audit] as const))('GraphQL over HTTP: %s', async (_, audit) => {
  const result = await audit.fn();
  expect({ status: result.status, reason: 'reason' in result ? result.reason : undefined }).toEqual({
    status: 'ok',
    reason: undefined,
  });
});
