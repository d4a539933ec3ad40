import {
  canonicalBytes,
  fromHex,
  leafHash,
  openCheckpoint,
  revisionHash,
  toHex,
  verifyInclusion,
  type Revision,
} from '#ledger';
import { sha256 } from '#requests';
import { type Caller } from '#access';
import { ActivityService, type InclusionView } from '#history';
import { PastClusters } from '#state';
import { RunViewService } from '#scheduling';
import { WhyNotService } from '#questions';
import { CALLER, pod, TestServices, valueOf } from '../../services/index.js';
import { shareCluster, type Reader, type SharedCluster } from './shared-cluster.js';

let services: TestServices;
/** Where pods of theirs made room for one of ours, and where it was the other way round. */
let won: SharedCluster;
let lost: SharedCluster;
beforeAll(async () => {
  services = await TestServices.create();
  won = await shareCluster(services, { nodes: 2, pods: [], evicted: 'theirs' });
  lost = await shareCluster(services, { nodes: 1, pods: [], evicted: 'ours' });
});
afterAll(() => services.drop());

const ours = ({ readers: [reader] }: SharedCluster): Reader => {
  if (reader === undefined) throw new Error('nobody reads');
  return reader;
};
const decisionsOf = async ({ id }: SharedCluster, { caller }: Reader) =>
  valueOf(await services.decisions.list(caller, id, { filter: {}, pageSize: 50 })).items;
const PORT = { containerPort: 80, hostPort: 8080 };
const hex = (text: string): Uint8Array => fromHex(text) ?? new Uint8Array(0);

/** What somebody does who has the answer, the public key, and nothing else. */
function holds({ entry, entryHash, entryProof, checkpoint, ...proof }: InclusionView): boolean {
  const { revision, revisionHash: hash, revisionProof } = proof;
  const envelope = revision as Record<'leafRoot' | 'prevHash' | 'revision' | 'firstPosition', string>;
  const read = {
    ...envelope,
    leafRoot: hex(envelope.leafRoot),
    prevHash: hex(envelope.prevHash),
    revision: BigInt(envelope.revision),
    firstPosition: BigInt(envelope.firstPosition),
  } as unknown as Revision;
  const pathOf = ({ leafIndex, treeSize, path }: typeof revisionProof) => ({
    leafIndex: Number(leafIndex),
    treeSize: Number(treeSize),
    path: path.map(hex),
  });
  const { root } = openCheckpoint(checkpoint.note, services.signingKey.verifier) ?? {};
  const isOfRevision = entryHash === null && entryProof === null && entry === null;
  return (
    (isOfRevision ||
      (entryHash !== null &&
        entryProof !== null &&
        (entry === null || toHex(leafHash(sha256, canonicalBytes(entry))) === entryHash) &&
        verifyInclusion(sha256, pathOf(entryProof), { leaf: hex(entryHash), root: read.leafRoot }))) &&
    toHex(revisionHash(sha256, read)) === hash &&
    root !== undefined &&
    verifyInclusion(sha256, pathOf(revisionProof), { leaf: leafHash(sha256, hex(hash)), root })
  );
}

test('a team proves its own decisions, also where what is hashed names others', async () => {
  const reader = ours(won);
  const decisions = await decisionsOf(won, reader);
  const proofs = await Promise.all(
    decisions.map(async ({ id }) => valueOf(await services.proofs.inclusion(reader.caller, won.id, { decision: id }))),
  );
  expect(proofs.length).toBeGreaterThan(1);
  expect(proofs.map(holds)).toEqual(proofs.map(() => true));
  expect(proofs.map(({ entry }) => entry === null)).toEqual(decisions.map(({ otherVictims = 0 }) => otherVictims > 0));
  expect(proofs.some(({ entry }) => entry === null)).toBe(true);
});

/** Revisions of a cluster that have something of these namespaces, or of none, and those that have not. */
async function revisionsBy(id: string, seen: string): Promise<Record<'seen' | 'unseen', readonly bigint[]>> {
  const rows = await services.rows<{ revision: string; seen: boolean }>(
    `SELECT revision, bool_or(namespace IN ('', $2)) AS seen FROM (
       SELECT revision, CASE kind WHEN 'Namespace' THEN name ELSE namespace END AS namespace FROM changes
         WHERE cluster_id = $1
       UNION ALL SELECT p.revision, d.pod_namespace FROM run_parts p JOIN decisions d USING (cluster_id, run_id)
         WHERE cluster_id = $1 AND d.ordinal >= p.first_ordinal AND d.ordinal < p.first_ordinal + p.count) entries
     GROUP BY 1 ORDER BY 1`,
    [id, seen],
  );
  const those = (isSeen: boolean): bigint[] =>
    rows.filter(({ seen: one }) => one === isSeen).map(({ revision }) => BigInt(revision));
  return { seen: those(true), unseen: those(false) };
}

test('a team proves revisions that have something of theirs, and the others never were', async () => {
  const [reader, other] = won.readers as [Reader, Reader];
  for (const namespace of [reader.own, other.own]) {
    const alone = { ...pod('alone', {}), metadata: { name: `alone-${namespace}`, namespace } };
    valueOf(await services.import(won.id, [alone]));
  }
  for (const { caller, own } of [reader, other]) {
    const { seen, unseen } = await revisionsBy(won.id, own);
    expect([seen.length > 3, unseen.length > 0]).toEqual([true, true]);
    for (const revision of seen) {
      const proof = valueOf(await services.proofs.inclusion(caller, won.id, { revision }));
      expect([revision, holds(proof), proof.revision]).toMatchObject([revision, true, { revision: String(revision) }]);
    }
    const never = 999n;
    const said = async (revision: bigint): Promise<string> =>
      JSON.stringify(await services.proofs.inclusion(caller, won.id, { revision })).replaceAll(String(revision), 'N');
    for (const revision of unseen) expect(await said(revision)).toBe(await said(never));
    for (const revision of unseen)
      expect((await services.proofs.inclusion(CALLER, won.id, { revision })).refused).toBe(false);
  }
});

test('the author, client and reason of a revision are shown to its author alone', async () => {
  const reader = ours(won);
  const stranger = { ...reader.caller, principal: 'key:stranger' };
  const [decision] = await decisionsOf(won, reader);
  const asked = [{ decision: decision?.id ?? '' }, { position: 1n }, { revision: 1n }];
  for (const one of asked) {
    const known = valueOf(await services.proofs.inclusion(reader.caller, won.id, one));
    expect(known.revision).toMatchObject({ client: CALLER.client, reason: CALLER.reason, actor: CALLER.actor });
    const proof = valueOf(await services.proofs.inclusion(stranger, won.id, one));
    expect(proof).toMatchObject({ ...known, revision: null });
    expect(JSON.stringify(proof)).not.toContain(CALLER.reason);
  }
});

test('a dry run of others is answered as one that never was', async () => {
  const { caller } = ours(won);
  const stranger = { ...caller, principal: 'key:stranger' };
  const never = '00000000-0000-7000-8000-00000000000d';
  const views = new RunViewService(services.database);
  const { decisions, scheduling } = services;
  const all = { filter: {}, pageSize: 50 };
  const said = async (as: Caller, run: string): Promise<string> =>
    JSON.stringify([
      await scheduling.get(as, won.id, run),
      await scheduling.getMany(as, won.id, [run]),
      await views.parts(as, { cluster: won.id, run }, { pageSize: 50 }),
      await views.compare(as, won.id, { base: won.run, other: run }),
      await views.differences(as, { cluster: won.id, pair: { base: run, other: won.run } }, { pageSize: 50 }),
      await decisions.list(as, won.id, { filter: { run }, pageSize: 50 }),
      await decisions.get(as, won.id, `${run}.0`),
      valueOf(await scheduling.list(as, won.id, all)).items.filter(({ id }) => id === run),
    ]).replaceAll(run, 'RUN');
  expect(await said(stranger, won.dryRun)).toBe(await said(stranger, never));
  expect(await said(caller, won.dryRun)).not.toBe(await said(caller, never));
});

test('parts of runs, and stretches of time, count what is seen', async () => {
  const { database } = services;
  for (const { own } of won.readers)
    valueOf(
      await services.import(won.id, [{ ...pod('counted', {}), metadata: { name: `counted-${own}`, namespace: own } }]),
    );
  const [views, activity] = [new RunViewService(database), new ActivityService(database)];
  for (const { caller, own } of won.readers) {
    const { items } = valueOf(await views.parts(caller, { cluster: won.id, run: won.run }, { pageSize: 50 }));
    const { items: made } = valueOf(
      await services.decisions.list(caller, won.id, { filter: { run: won.run }, pageSize: 50 }),
    );
    expect(items.reduce((sum, { decisions }) => sum + decisions, 0)).toBe(made.length);
    const { seen, unseen } = await revisionsBy(won.id, own);
    const [bucket] = valueOf(await activity.activity(caller, won.id, { buckets: 1 }));
    expect([unseen.length > 0, bucket?.revisions]).toEqual([true, seen.length]);
  }
});

test('decisions of others are not there, in the words of what never was', async () => {
  const { caller } = ours(won);
  const theirs = won.readers[1] as Reader;
  const [foreign] = await decisionsOf(won, theirs);
  const never = `${won.run}.999`;
  const asks = (as: Caller, id: string): Promise<unknown>[] => [
    services.decisions.get(as, won.id, id),
    services.decisions.trace(as, won.id, { id, filter: {}, orderBy: 'total', offset: 0, pageSize: 1 }),
    services.decisions.why(as, won.id, { id }),
    services.proofs.inclusion(as, won.id, { decision: id }),
  ];
  const said = async (id: string): Promise<string> =>
    JSON.stringify(await Promise.all(asks(caller, id))).replaceAll(id, 'ID');
  expect(await said(foreign?.id ?? '')).toBe(await said(never));
});

test('who holds a port, and would have to go, is counted and not named', async () => {
  const { caller, own } = ours(lost);
  const wanting = pod('wanting', {}, { containers: [{ name: 'c', image: 'i', ports: [PORT] }] });
  const pending = { ...wanting, metadata: { name: 'wanting', namespace: own } };
  valueOf(await services.import(lost.id, [pending]));
  const { database, scheduling } = services;
  const whyNots = new WhyNotService({ database, clusters: new PastClusters(), warm: scheduling.clusters });
  const asked = { of: { pod: { namespace: own, name: 'wanting' } }, node: 'node-0' };
  const answer = valueOf(await whyNots.whyNot(caller, lost.id, asked));
  expect(answer.failures).toMatchObject([
    { heldBy: [], otherHolders: 1, causes: ['host port 8080/TCP is taken: 1 pod of another team is in the way'] },
  ]);
  expect(answer.changes[0]?.change).toMatchObject({ pods: [], otherPods: 1, otherBudgets: 0 });
  expect(answer).toMatchObject({ redacted: true, sentence: expect.stringContaining('take spec.containers.ports') });
  const named = valueOf(await whyNots.whyNot(CALLER, lost.id, asked));
  expect(named.failures[0]?.heldBy).toHaveLength(1);
  expect(named).not.toHaveProperty('redacted');
});
