import type { LedgerVerdict } from '#ledger';
import {
  checkpointsOf,
  ledgerText,
  verifyText,
  CALLER,
  node,
  pod,
  scheduleAll,
  TestServices,
  valueOf,
} from '#test-services';

let services: TestServices;
let cluster: string;
beforeAll(async () => {
  services = await TestServices.create();
  cluster = await eventful();
});
afterAll(() => services.drop());

/** Imports, two runs of which one leaves pods over, an eviction, changes and a deletion. */
async function eventful(): Promise<string> {
  const id = await services.clusterOf(
    node('n1'),
    node('n2'),
    pod('p1'),
    pod('p2'),
    pod('p3', { cpu: '3' }),
    pod('huge', { cpu: '64' }),
  );
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(id), { wait: true }));
  valueOf(
    await services.import(id, [
      node('n1', { cpu: '4', memory: '8Gi', 'nvidia.com/gpu': '1' }),
      pod('high', { cpu: '4' }, { priority: 100 }),
    ]),
  );
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(id), preemption: 'evict' }, { wait: true }));
  valueOf(
    await services.import(id, [
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'quotes', annotations: { text: 'a "quoted" \u2028 line\nand 😀' } },
      },
    ]),
  );
  return id;
}

const count = async (table: string): Promise<number> =>
  (await services.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE cluster_id = $1`, [cluster]))[0]
    ?.n ?? -1;
const verify = (text: string): LedgerVerdict => verifyText(text, services.signingKey.verifier);

test('the ledger of a cluster holds, and all of it is there', async () => {
  const counts = {
    revisions: await count('revisions'),
    changes: await count('changes'),
    decisions: await count('decisions'),
  };
  expect(verify(await ledgerText(services.proofs, cluster))).toMatchObject({
    holds: true,
    counts,
    after: { revision: 0n },
    checkpoint: { cluster, size: counts.revisions },
  });
  expect(counts.decisions).toBeGreaterThan(5);
});

test('any range of revisions is an export that holds', async () => {
  const { revision } = valueOf(await services.clusters.get(CALLER, cluster));
  const last = BigInt(revision);
  for (let from = 1n; from <= last; from++) {
    for (let to = from; to <= last; to++) {
      const text = await ledgerText(services.proofs, cluster, { from, to });
      expect(verify(text)).toMatchObject({
        holds: true,
        after: { revision: from - 1n },
        checkpoint: { head: { revision: to } },
        counts: { revisions: Number(to - from) + 1 },
      });
    }
  }
});

test.each([{ from: 0n }, { from: 1_000n }, { to: 1_000n }, { to: -1n }, { from: 3n, to: 1n }, { from: 2n, to: 1n }])(
  '%j is no range of the history',
  async (range) => {
    const refused = await services.proofs.ledger(CALLER, cluster, {
      ...range,
      consume: () => Promise.reject(new Error('nothing is to be read')),
    });
    expect(refused).toMatchObject({ refused: true, refusal: { kind: 'RevisionNotFound' } });
  },
);

test('a cluster without a history has an export too', async () => {
  const empty = await services.clusterOf();
  expect(verify(await ledgerText(services.proofs, empty))).toMatchObject({
    holds: true,
    counts: { revisions: 0, changes: 0, decisions: 0 },
  });
});

test('a fork has a ledger of its own, which says where it comes from', async () => {
  const origin = valueOf(await services.clusters.get(CALLER, cluster));
  const fork = valueOf(await services.forks.fork(CALLER, { cluster, name: 'what-if' }));
  const untouched = verify(await ledgerText(services.proofs, fork.id));
  expect(untouched).toMatchObject({
    holds: true,
    counts: { revisions: expect.any(Number) as unknown },
    checkpoint: { origin: { cluster, revision: BigInt(origin.revision), position: BigInt(origin.position) } },
  });
  valueOf(await services.import(fork.id, [node('n3')]));
  valueOf(await services.import(fork.id, [pod('p9')]));
  expect(verify(await ledgerText(services.proofs, fork.id))).toMatchObject({
    holds: true,
    after: { revision: BigInt(origin.revision) },
    checkpoint: { cluster: fork.id, origin: { cluster } },
  });
  const { revision } = valueOf(await services.clusters.get(CALLER, fork.id));
  expect(valueOf(await services.proofs.inclusion(CALLER, fork.id, { revision: BigInt(revision) }))).toMatchObject({
    revisionProof: { leafIndex: String(BigInt(revision) - BigInt(origin.revision) - 1n) },
  });
  expect(await services.proofs.inclusion(CALLER, fork.id, { revision: 1n })).toMatchObject({
    refused: true,
    refusal: { kind: 'RevisionNotFound' },
  });
});

/** Past the triggers, as only a superuser can; undone afterwards. */
async function tampered(sql: string, undo: string, values: unknown[]): Promise<LedgerVerdict> {
  const asSuperuser = (statement: string): Promise<unknown> =>
    services.connected(async (client) => {
      await client.query("SET session_replication_role = 'replica'");
      return client.query(statement, values);
    });
  await asSuperuser(sql);
  try {
    return verify(await ledgerText(services.proofs, cluster));
  } finally {
    await asSuperuser(undo);
  }
}

const edits: readonly (readonly [string, string, string, object])[] = [
  [
    'an actor',
    "UPDATE revisions SET actor = 'eve' WHERE cluster_id = $1 AND revision = 2",
    "UPDATE revisions SET actor = 'ann' WHERE cluster_id = $1 AND revision = 2",
    { revision: 2n },
  ],
  [
    'a body',
    "UPDATE changes SET body = '{}'::text::bytea || body WHERE cluster_id = $1 AND position = 3",
    'UPDATE changes SET body = substr(body, 3) WHERE cluster_id = $1 AND position = 3',
    { revision: 1n, position: 3n },
  ],
  [
    'a position',
    'UPDATE changes SET position = position + 1000 WHERE cluster_id = $1 AND position = 3',
    'UPDATE changes SET position = position - 1000 WHERE cluster_id = $1 AND position = 1003',
    { revision: 1n },
  ],
  [
    'a node',
    "UPDATE decisions SET node_name = node_name || 'x' WHERE cluster_id = $1 AND node_name IS NOT NULL",
    "UPDATE decisions SET node_name = rtrim(node_name, 'x') WHERE cluster_id = $1",
    { revision: 2n },
  ],
];

test.each(edits)('%s that was edited past the triggers is found, and where', async (_, sql, undo, found) => {
  expect(await tampered(sql, undo, [cluster])).toMatchObject({ holds: false, found });
  expect(verify(await ledgerText(services.proofs, cluster))).toMatchObject({ holds: true });
});

test('notes of all checkpoints are of the history', async () => {
  const { items } = valueOf(await services.checkpoints.list(CALLER, cluster, { pageSize: 100 }));
  const kept = checkpointsOf(items.map(({ note }) => note).join('\n'), services.signingKey.verifier);
  expect(kept.length).toBeGreaterThan(3);
  expect(verifyText(await ledgerText(services.proofs, cluster), services.signingKey.verifier, kept)).toMatchObject({
    holds: true,
    kept,
  });
});
