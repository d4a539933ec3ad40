import pg from 'pg';
import { CALLER, fillCluster, kindNamed, TestServices, valueOf } from '#test-services';
import type { FindingKind } from '../finding.js';
import type { PastRead, Write } from '../workload/record.js';
import { checkDatabase } from './index.js';

let services: TestServices;
let client: pg.Client;
let cluster: string;

beforeAll(async () => {
  services = await TestServices.create();
  cluster = await fillCluster(services, 'checked');
  valueOf(await services.forks.fork(CALLER, { cluster, name: 'fork' }));
  valueOf(await services.checkpoints.create(CALLER, cluster));
  client = new pg.Client({ connectionString: services.url });
  await client.connect();
  // As a superuser who edits past the triggers.
  await client.query('SET session_replication_role = replica');
});
afterAll(async () => {
  await client.end();
  await services.drop();
});

/** What is found after an edit, which is taken back. */
async function found({
  edit,
  writes = [],
  reads = [],
}: {
  readonly edit?: string;
  readonly writes?: readonly Write[];
  readonly reads?: readonly PastRead[];
}): Promise<FindingKind[]> {
  await client.query('BEGIN');
  try {
    if (edit !== undefined) expect((await client.query(edit)).rowCount).toBeGreaterThan(0);
    const { findings } = await checkDatabase({
      client,
      archives: '/nowhere',
      publicKeyPem: services.signingKey.publicKeyPem,
      writes,
      reads,
      except: [],
      keys: true,
    });
    return findings.map(({ kind }) => kind);
  } finally {
    await client.query('ROLLBACK');
  }
}

/** A write that its client has an answer to. */
function reported(write: Partial<Write> & Pick<Write, 'id' | 'ending'>): Write {
  return {
    what: 'a write',
    request: { method: 'POST', path: '/' },
    key: undefined,
    effect: { kind: 'revision', cluster, changes: [] },
    answer: undefined,
    hadUnknown: false,
    ...write,
  };
}

test('a history with something of everything holds', async () => {
  expect(await found({})).toEqual([]);
});

const BOUND = "op = 'bind' AND cluster_id = (SELECT id FROM clusters WHERE name = 'checked')";
const FIRST = `position = (SELECT min(position) FROM changes WHERE ${BOUND})`;

const EDITS: readonly (readonly [what: string, edit: string, kind: FindingKind])[] = [
  ['a body', "UPDATE changes SET body = '{}' WHERE position = 3", 'I5: chain, tree or sequence broken'],
  ['an actor', "UPDATE revisions SET actor = 'bob' WHERE revision = 4", 'I5: chain, tree or sequence broken'],
  ['a missing revision', 'DELETE FROM revisions WHERE revision = 5', 'I5: chain, tree or sequence broken'],
  ['a missing change', `DELETE FROM changes WHERE ${FIRST}`, 'I5: chain, tree or sequence broken'],
  ['a head', 'UPDATE cluster_heads SET revision = revision - 1', 'I5: chain, tree or sequence broken'],
  ['a root', "UPDATE checkpoints SET root = sha256('')", 'I5: chain, tree or sequence broken'],
  ['a note', "UPDATE checkpoints SET note = replace(note, 'time 2', 'time 3')", 'I5: chain, tree or sequence broken'],
  ['a row on another node', "UPDATE pods SET node_name = 'n9' WHERE node_name = 'n3'", 'state'],
  ['a row that is gone', "DELETE FROM nodes WHERE name = 'n3'", 'state'],
  [
    'a decision that is gone',
    "DELETE FROM decisions WHERE outcome = 'scheduled' AND ordinal = 3",
    'I4: a binding without its decision, or the other way round',
  ],
  [
    'a second binding',
    `UPDATE changes c SET (uid, name) = (
       SELECT uid, name FROM pods WHERE uid IN (SELECT uid FROM changes WHERE ${BOUND})
       ORDER BY resource_version LIMIT 1)
     WHERE ${BOUND} AND position = (SELECT max(position) FROM changes WHERE ${BOUND})`,
    'I2: a pod is bound twice',
  ],
  [
    'a node with less room',
    `UPDATE changes SET body = replace(convert_from(body, 'UTF8'), '"cpu":"8"', '"cpu":"100m"')::bytea
     WHERE kind = 'Node' AND op = 'create'`,
    'I3: a node is over-committed',
  ],
  [
    'a budget that knows less',
    `UPDATE changes SET body = replace(convert_from(body, 'UTF8'), '"expectedPods":', '"expectedPods":9')::bytea
     WHERE kind = 'PodDisruptionBudget'`,
    'follower',
  ],
  ['a namespace that was never made', "DELETE FROM changes WHERE kind = 'Namespace' AND name = 'default'", 'follower'],
];

test.each(EDITS)('%s is found', async (_what, edit, kind) => {
  expect(await found({ edit })).toContain(kind);
});

test('an acknowledged write that is nowhere is lost; one that is unknown or refused need not be anywhere', async () => {
  const writes = (['unknown', 'refused'] as const).map((ending) => reported({ id: 'nowhere', ending }));
  expect(await found({ writes })).toEqual([]);
  expect(await found({ writes: [reported({ id: 'nowhere', ending: 'acknowledged' })] })).toEqual(['lost']);
  const run = { answer: answered({ id: '00000000-0000-7000-8000-000000000009', state: 'complete', counts: {} }) };
  const effect = { kind: 'run', cluster, waits: true } as const;
  expect(await found({ writes: [reported({ id: 'nowhere', ending: 'acknowledged', effect, ...run })] })).toEqual([
    'lost',
  ]);
});

test('a write with several revisions is doubled, also one that was refused', async () => {
  // Every revision of the spec has this reason.
  const id = CALLER.reason;
  expect(await found({ writes: [reported({ id, ending: 'unknown' })] })).toContain('doubled');
  expect(await found({ writes: [reported({ id, ending: 'refused' })] })).toContain('doubled');
});

test('an effect without its key, and a key without its effect', async () => {
  const kind: FindingKind = 'I6: a key and its effect disagree';
  expect(await found({ writes: [reported({ id: CALLER.reason, ending: 'unknown', key: 'never used' })] })).toContain(
    kind,
  );
  expect(await found({ writes: [reported({ id: 'nowhere', ending: 'unknown', key: 'make-checked' })] })).toEqual([
    kind,
  ]);
});

test('a list that was answered meanwhile is compared with the log', async () => {
  const decisions = valueOf(await services.decisions.list(CALLER, cluster, { filter: {}, pageSize: 20 })).items;
  const place = { cluster, kind: kindNamed('Pod'), namespace: '' };
  const pods = valueOf(await services.objects.list(CALLER, place)).items;
  const listed = (path: string, items: readonly unknown[]): PastRead => ({ cluster, path, items });
  expect(await found({ reads: [listed('/decisions', decisions), listed('/api/v1/pods', pods)] })).toEqual([]);
  const [decision] = decisions.filter(({ traceDigest }) => traceDigest !== null);
  const [bound] = pods.filter(({ spec }) => spec?.['nodeName'] !== undefined);
  const wrong: readonly (readonly [string, unknown, FindingKind])[] = [
    ['/decisions', { ...decision, node: 'n99' }, 'read'],
    ['/decisions', { ...decision, id: `${decision?.run}.999` }, 'read'],
    ['/decisions', { ...decision, traceDigest: '00' }, 'digest'],
    ['/api/v1/pods', { ...bound, spec: { nodeName: 'n99' } }, 'read'],
    ['/api/v1/pods', { ...bound, metadata: { ...bound?.metadata, resourceVersion: '1' } }, 'read'],
  ];
  for (const [path, item, kind] of wrong) expect(await found({ reads: [listed(path, [item])] })).toEqual([kind]);
});

function answered(body: unknown): NonNullable<Write['answer']> {
  return { status: 201, code: undefined, body, replayed: false };
}
