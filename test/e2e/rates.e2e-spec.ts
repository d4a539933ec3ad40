import { TestApi } from './test-api.js';

/** Who asks too often is told so, on every face, in the words of its errors, and costs nothing more. */
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_RATE_LIMIT: '12', BERTH_TEAM_RATE_LIMIT: '100', BERTH_INTROSPECTION: '0' });
});
afterAll(() => api.stop());

test('what is left is said with every answer, and what is beyond is refused before anything is done', async () => {
  const remaining: unknown[] = [];
  for (let count = 0; count < 10; count++) {
    const { status, headers } = await api.get('/v1/clusters');
    expect([status, headers['ratelimit-policy']]).toEqual([200, '"key";q=12;w=60, "team";q=100;w=60']);
    remaining.push(/^"key";r=(\d+);t=\d+, "team";r=(\d+);t=\d+$/.exec(String(headers['ratelimit']))?.slice(1));
  }
  expect([remaining[0], remaining[9]]).toEqual([
    ['11', '99'],
    ['2', '90'],
  ]);
  const query = { query: '{ __schema { queryType { name } } }' };
  const told = await api.post('/graphql').send(query);
  expect([told.status, told.body]).toMatchObject([
    200,
    {
      errors: [
        {
          message: 'the schema is not told here: introspection is switched off',
          extensions: { code: 'INVALID_QUERY' },
        },
      ],
    },
  ]);
  expect((await api.get('/v1/clusters/none/api/v1/nodes')).status).toBe(404);

  const refused = await api.post('/v1/clusters').send({ name: 'late' });
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'RATE_LIMITED', status: 429 }]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['ratelimit']).toMatch(/^"key";r=0;t=\d+$/);
  expect((await api.post('/graphql').send(query)).status).toBe(429);
  expect((await api.get('/v1/clusters/none/api/v1/nodes')).body).toMatchObject({
    kind: 'Status',
    reason: 'TooManyRequests',
    code: 429,
  });
  expect((await api.get('/readyz')).status).toBe(200);
});
