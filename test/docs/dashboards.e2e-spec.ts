import { readFileSync } from 'node:fs';
import { statementsOf } from '../e2e/statements.js';
import { TestApi, node, pod } from '../e2e/test-api.js';

/** A request of the page about dashboards, and what it says that it costs. */
interface Asked {
  readonly title: string;
  readonly graphql: string;
  readonly path: string;
  readonly statements: readonly [graphql: number, rest: number];
}

/** A section: its title, the statements that it says, its query, and its path over REST. */
const SECTION = new RegExp(
  [
    '^## (.+)\\n[^]*?Statements: (\\d+) in GraphQL, (\\d+) over REST\\.\\n\\n',
    '```graphql\\n([^]*?)\\n```\\n\\n```sh\\n(?:AUTH=.*\\n)?',
    "curl -H \"\\$AUTH\" 'http://127\\.0\\.0\\.1:3000([^']+)'",
  ].join(''),
  'gm',
);

const ASKED: readonly Asked[] = [...readFileSync('docs/dashboards.md', 'utf8').matchAll(SECTION)].map(
  ([, title = '', graphql, rest, query = '', path = '']) => ({
    title,
    graphql: query,
    path,
    statements: [Number(graphql), Number(rest)],
  }),
);

let api: TestApi;

/** A cluster of so many namespaces, each with pods that fit and one that fits nowhere, and of two runs and a fork. */
async function fill(namespaces: number): Promise<{ readonly ids: Readonly<Record<string, string>> }> {
  const named = (name: string, namespace: string, cpu: string): object => ({
    ...pod(name, cpu),
    metadata: { name, namespace, labels: { app: name } },
  });
  const items = Array.from({ length: namespaces }, (_, index) => [
    { ...node(`n${index}`), metadata: { name: `n${index}`, labels: { zone: `z${index % 2}` } } },
    named('web', `ns-${index}`, '100m'),
    named('report', `ns-${index}`, '9'),
  ]).flat();
  await api.client.post('/v1/clusters', { body: { name: 'prod' } });
  const manifests = { kind: 'List', apiVersion: 'v1', items: [...items, named('report', 'shop', '8')] };
  await api.post('/v1/clusters/prod/import').send(manifests).expect(200);
  const run = async (): Promise<string> => (await api.post('/v1/clusters/prod/runs').send({}).expect(201)).body.id;
  const [BASE, RUN] = [await run(), await run()];
  await api.post('/v1/clusters/prod/forks').send({ name: 'tried' }).expect(201);
  const { body } = await api.get('/v1/clusters/prod/decisions?pod=shop/report').expect(200);
  return { ids: { BASE, RUN, DECISION: body.items[0].id } };
}

/** Statements of each request of the page, when it was made before: what a process learns once is not counted. */
async function costs(namespaces: number): Promise<Record<string, readonly number[]>> {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
  try {
    const { ids } = await fill(namespaces);
    const filled = (text: string): string => text.replace(/\b(BASE|RUN|DECISION)\b/g, (name) => ids[name] ?? name);
    const costOf = async (ask: () => Promise<unknown>): Promise<number> => {
      await ask();
      return (await statementsOf(ask, api.database.url)).statements.length;
    };
    const found: Record<string, readonly number[]> = {};
    for (const { title, graphql, path } of ASKED) {
      const query = async (): Promise<void> => {
        const { body } = await api.post('/graphql').send({ query: filled(graphql) });
        expect([title, body.errors]).toEqual([title, undefined]);
      };
      found[title] = [await costOf(query), await costOf(() => api.get(filled(path)).expect(200))];
    }
    return found;
  } finally {
    await api.stop();
  }
}

test('each request of a dashboard costs what its page says, whatever the size of the cluster', async () => {
  expect(ASKED).toHaveLength(9);
  const said = Object.fromEntries(ASKED.map(({ title, statements }) => [title, statements]));
  expect(await costs(2)).toEqual(said);
  expect(await costs(12)).toEqual(said);
});
