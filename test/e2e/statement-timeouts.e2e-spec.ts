import pg from 'pg';
import { node, pod, TestApi } from './test-api.js';

/** What takes the database too long is ended by it: in a class of its own, in the same words on every face. */
let api: TestApi;
let client: pg.Client;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_STATEMENT_TIMEOUT: '1s', BERTH_HEAVY_STATEMENT_TIMEOUT: '2s' });
  cluster = await api.cluster(node('a'), pod('p'));
  client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  await stalled('none');
  await client.query(`CREATE FUNCTION stalling() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM stalls(); RETURN NEW; END $$`);
  await client.query('CREATE TRIGGER stalling BEFORE INSERT ON revisions FOR EACH ROW EXECUTE FUNCTION stalling()');
  await client.query(
    'CREATE POLICY stalling ON clusters AS RESTRICTIVE FOR SELECT TO berth_reader USING ((SELECT stalls()))',
  );
});
afterAll(async () => {
  await client.end();
  await api.stop();
});

type Class = '1s' | '2s';

/** Readers who look for clusters, and writers of a log, take for ever when their statements have that time. */
async function stalled(those: Class | 'none'): Promise<void> {
  await client.query(`CREATE OR REPLACE FUNCTION stalls() RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN
      IF current_setting('statement_timeout') = '${those}' THEN PERFORM pg_sleep(600); END IF;
      RETURN true;
    END $$`);
}

interface Answered {
  readonly status: number;
  readonly code: string | undefined;
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
}

async function ask({ method, path, body, key }: Asked): Promise<Answered> {
  const answer = await fetch(`${api.url}/v1/clusters/${cluster}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, code: /"code":"([A-Z_]+)"/.exec(text)?.[1] };
}

async function state(): Promise<unknown> {
  const { rows } = await client.query(
    `SELECT (SELECT revision FROM cluster_heads h WHERE h.cluster_id = c.id),
       (SELECT count(*) FROM clusters) AS clusters,
       (SELECT count(*) FROM objects o WHERE o.cluster_id = c.id) AS objects,
       (SELECT count(*) FROM decisions d WHERE d.cluster_id = c.id) AS decisions,
       (SELECT count(*) FROM idempotency_keys) AS keys
     FROM clusters c WHERE name = $1`,
    [cluster],
  );
  return rows[0];
}

const TOO_LONG: Answered = { status: 504, code: 'STATEMENT_TIMEOUT' };

let number = 0;
const list = (): object => ({ apiVersion: 'v1', kind: 'List', items: [node(`n${++number}`), pod(`p${number}`)] });

/** What is asked, what class it is of, and what it is answered when the database is not in the way. */
const REQUESTS: readonly (readonly [string, Class, () => Asked, number])[] = [
  ['a read', '1s', () => ({ method: 'GET', path: '' }), 200],
  ['a list', '1s', () => ({ method: 'GET', path: '/runs' }), 200],
  ['a diff', '2s', () => ({ method: 'GET', path: '/diff?from=revision:1' }), 200],
  ['a past state', '2s', () => ({ method: 'GET', path: '?at=revision:1' }), 200],
  ['an export', '2s', () => ({ method: 'GET', path: '/export' }), 200],
  ['a report', '2s', () => ({ method: 'GET', path: '/pending' }), 200],
  ['a run', '2s', () => ({ method: 'POST', path: '/runs', body: {}, key: `run-${++number}` }), 201],
  ['a replay', '2s', () => ({ method: 'POST', path: '/replays', body: {} }), 200],
  ['an import', '2s', () => ({ method: 'POST', path: '/import', body: list(), key: `import-${++number}` }), 200],
  ['a fork', '2s', () => ({ method: 'POST', path: '/forks', body: { name: `fork-${++number}` } }), 201],
];

test.each(REQUESTS)('%s has the time of its class, and keeps nothing beyond it', async (_, own, asked, status) => {
  const request = asked();
  const before = await state();
  try {
    await stalled(own);
    expect(await ask(request)).toEqual(TOO_LONG);
    expect(await state()).toEqual(before);
    if (own === '1s') {
      await stalled('2s');
      expect((await ask(request)).status).toBe(status);
    }
  } finally {
    await stalled('none');
  }
  // The same key as well: nothing of it was done.
  expect((await ask(request)).status).toBe(status);
});

test('the Kubernetes API says it in a Status, and a write that took too long wrote nothing', async () => {
  const path = `/v1/clusters/${cluster}/api/v1/nodes`;
  const before = await state();
  await stalled('1s');
  try {
    const refused = await api.post(path).send(node('late'));
    expect([refused.status, refused.body]).toMatchObject([504, { kind: 'Status', reason: 'Timeout', code: 504 }]);
  } finally {
    await stalled('none');
  }
  expect(await state()).toEqual(before);
  await api.post(path).send(node('late')).expect(201);
});

test('GraphQL says it of the field', async () => {
  await stalled('1s');
  try {
    const { body } = await api.post('/graphql').send({ query: `{ cluster(name: "${cluster}") { id } }` });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'STATEMENT_TIMEOUT' } }] });
  } finally {
    await stalled('none');
  }
});
