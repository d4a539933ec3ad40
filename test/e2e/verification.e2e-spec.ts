import { NOT_CHECKED } from '#integrity';
import pg from 'pg';
import { berth as command } from './berth-command.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start();
  await api.doJobs();
  cluster = await api.cluster(node('a'), pod('p1'), pod('p2'));
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
});
afterAll(() => api.stop());

const CHECKS = [
  'no acknowledged decision lost',
  'no pod with two bindings',
  'nothing that Berth bound over-commits a node',
  'binding to decision one to one',
  'chain and checkpoints intact',
  'idempotency rows and effects agree',
  'quotas say what is used',
  'changes of access chained without a gap',
];

test('eight checks, and how much was read', async () => {
  const { body } = await api.post('/v1/verifications').send({}).expect(200);
  expect(body).toEqual({
    holds: true,
    checks: CHECKS.map((name) => ({
      name,
      holds: true,
      checked: expect.any(Number),
      notCheckable: 0,
      violationCount: 0,
      violations: [],
    })),
    keyChanges: [],
    notChecked: NOT_CHECKED,
    clusters: 1,
    revisions: 2,
    changes: 6,
    decisions: 2,
    durationMs: expect.any(Number),
  });
});

test('as lines: progress, and the answer last', async () => {
  const { text, headers } = await api
    .post('/v1/verifications')
    .set('accept', 'application/x-ndjson')
    .send({ cluster })
    .expect(200);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  expect(lines[0]).toEqual({
    progress: {
      cluster: expect.any(String),
      number: 1,
      clusters: 1,
      stage: 'log',
      revisions: 0,
      changes: 0,
      decisions: 0,
    },
  });
  // A stage that takes long is reported again.
  const stages = lines.slice(0, -1).map(({ progress }) => (progress as { stage: string }).stage);
  expect([...new Set(stages)]).toEqual(['log', 'evidence', 'state']);
  expect(stages).toEqual(stages.toSorted((a, b) => 'log evidence state'.indexOf(a) - 'log evidence state'.indexOf(b)));
  expect(lines.at(-1)).toMatchObject({ holds: true, revisions: 2 });
});

test.each(['application/json', 'application/x-ndjson'])(
  'a cluster that is not there is refused, as %s too',
  async (type) => {
    const { body } = await api.post('/v1/verifications').set('accept', type).send({ cluster: 'none' }).expect(404);
    expect(body).toMatchObject({ code: 'CLUSTER_NOT_FOUND' });
  },
);

/** Runs `berth`; answers what it printed by lines. */
async function berth(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly printed: readonly string[]; readonly complained: readonly string[] }> {
  const { code, out, err } = await command(args.join(' '), { environment: { BERTH_URL: api.url } });
  return { code, printed: out.split('\n'), complained: err.split('\n') };
}

const SUMMARY = /^holds: 8 checks.*, 1 cluster, 2 revisions, 6 changes, 2 decisions in \d+\.\d s$/;

test('berth verify --all: a summary, and with --details eight lines and what they do not prove', async () => {
  expect(await berth('verify', '--all', '--cluster', cluster)).toEqual({
    code: 0,
    printed: [expect.stringMatching(SUMMARY)],
    complained: ['--details lists every check, and what none of them covers'],
  });
  const { code, printed } = await berth('verify', '--all', '--details', '--cluster', cluster);
  expect([code, printed.slice(1, 9).map((line) => line.replace(/\d+ checked.*/, 'N'))]).toEqual([
    0,
    CHECKS.map((name) => `ok      ${name}  N`),
  ]);
  expect(printed[0]).toMatch(SUMMARY);
  expect(printed.slice(9).every((line) => line.startsWith('not checked: '))).toBe(true);
  expect(printed).toHaveLength(9 + NOT_CHECKED.length);
  expect(printed).toContain('not checked: profiles (created_at): the digest of a version does not cover its time');
  expect(await berth('verify', '--all', '--cluster', 'none')).toMatchObject({
    code: 3,
    complained: [expect.stringContaining('none')],
  });
  expect((await berth('verify', '--all', 'FILE')).code).toBe(2);
});

test('what does not hold is found, and where; GraphQL says the same', async () => {
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query("UPDATE pods SET node_name = 'elsewhere' WHERE name = 'p1'");
  await client.end();
  const { body } = await api.post('/v1/verifications').send({ cluster }).expect(200);
  expect(body.holds).toBe(false);
  expect(body.checks[1]).toMatchObject({
    holds: false,
    violationCount: 2,
    violations: [
      { table: 'pods', position: '5', message: 'Pod default/p1 is another object than the log leads to' },
      { table: 'pods', position: '5', message: 'Pod default/p1 its node_name is elsewhere, the log leads to a' },
    ],
  });
  const said = await berth('verify', '--all');
  expect(said.code).toBe(1);
  expect(said.printed[0]).toMatch(/^does not hold: 1 of 8 checks/);
  expect(said.printed[1]).toMatch(/^FAILED {2}no pod with two bindings {2}\d+ checked, 2 violations$/);
  expect(said.printed.slice(2)).toHaveLength(2);
  expect(said.printed[2]).toMatch(
    new RegExp(
      '^no pod with two bindings: cluster [0-9a-f-]+, position 5, table pods, ' +
        'Pod default/p1 is another object than the log leads to$',
    ),
  );
  const query = `query ($input: VerifyInput) { verify(input: $input) { holds clusters revisions changes decisions
    checks { name holds checked notCheckable violationCount violations { cluster revision position run ordinal table
    message } } keyChanges { cluster revision at before after } notChecked { table columns rows only why } } }`;
  const answer = await api
    .post('/graphql')
    .send({ query, variables: { input: { clusterId: cluster } } })
    .expect(200);
  const { durationMs: _, ...same } = body;
  const nothing = { revision: null, run: null, ordinal: null };
  expect(answer.body.data.verify).toEqual({
    ...same,
    notChecked: NOT_CHECKED.map((one) => ({ ...one, only: one.only ?? null })),
    checks: same.checks.map((check: { violations: object[] }) => ({
      ...check,
      violations: check.violations.map((violation) => ({ ...nothing, ...violation })),
    })),
  });
});
