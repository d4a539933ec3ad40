import {
  leafHash,
  revisionHash,
  toHex,
  fromHex,
  verifyConsistency,
  verifyInclusion,
  canonicalBytes,
  openCheckpoint,
  type Checkpoint,
  type Revision,
} from '#ledger';
import { sha256 } from '#requests';
import { CALLER, first, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { commit, complete, Draft, readHead } from '#writes';
import type { CheckpointView, InclusionView, PathView } from './index.js';

let services: TestServices;
let cluster: string;
beforeAll(async () => {
  services = await TestServices.create();
  cluster = await services.clusterOf(node('n1'), pod('p1'), pod('p2'), pod('huge', { cpu: '64' }));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
});
afterAll(() => services.drop());

const hex = (text: string): Uint8Array => fromHex(text) ?? new Uint8Array(0);
const pathOf = ({ leafIndex, treeSize, path }: PathView) => ({
  leafIndex: Number(leafIndex),
  treeSize: Number(treeSize),
  path: path.map(hex),
});

function opened({ note }: CheckpointView): Checkpoint {
  const checkpoint = openCheckpoint(note, services.signingKey.verifier);
  if (checkpoint === undefined) throw new Error('not signed');
  return checkpoint;
}

/** What somebody does who has the answer, the public key, and nothing else. */
function holds({ entry, entryProof, revision, revisionHash: hash, revisionProof, checkpoint }: InclusionView): boolean {
  const envelope = revision as Record<'leafRoot' | 'prevHash' | 'revision' | 'firstPosition', string>;
  const read = {
    ...envelope,
    leafRoot: hex(envelope.leafRoot),
    prevHash: hex(envelope.prevHash),
    revision: BigInt(envelope.revision),
    firstPosition: BigInt(envelope.firstPosition),
  } as unknown as Revision;
  const inRevision =
    entry === null ||
    entryProof === null ||
    verifyInclusion(sha256, pathOf(entryProof), { leaf: leafHash(sha256, canonicalBytes(entry)), root: read.leafRoot });
  const inHistory = verifyInclusion(sha256, pathOf(revisionProof), {
    leaf: leafHash(sha256, hex(hash)),
    root: opened(checkpoint).root,
  });
  return inRevision && inHistory && toHex(revisionHash(sha256, read)) === hash;
}

/** Empty revisions, as many as it takes. */
async function growTo(size: bigint): Promise<void> {
  await services.database.transaction(CALLER, async (tx) => {
    for (let head = await readHead(tx, cluster); head.revision < size;) {
      const draft = new Draft({ head, at: tx.at });
      head = (await commit(tx, await complete({ tx, draft, database: services.database }), { headHeld: true })) ?? head;
    }
  });
}

test('every change and every decision is proved to be in the history', async () => {
  const { position, revision } = valueOf(await services.clusters.get(CALLER, cluster));
  const decisions = valueOf(await services.decisions.list(CALLER, cluster, { filter: {}, pageSize: 10 })).items;
  const asked = [
    ...Array.from({ length: Number(position) }, (_, index) => ({ position: BigInt(index + 1) })),
    ...decisions.map(({ id }) => ({ decision: id })),
    ...Array.from({ length: Number(revision) }, (_, index) => ({ revision: BigInt(index + 1) })),
  ];
  expect(decisions).toHaveLength(3);
  for (const one of asked) {
    const proof = valueOf(await services.proofs.inclusion(CALLER, cluster, one));
    expect(holds(proof)).toBe(true);
    if ('position' in one)
      expect(proof.entry).toMatchObject({
        type: expect.stringMatching(/^berth.change\/[12]$/),
        position: String(one.position),
      });
    if ('decision' in one)
      expect(proof.entry).toMatchObject({
        type: expect.stringMatching(/^berth.decision\/[12]$/),
        run: one.decision.split('.')[0],
      });
  }
});

test('what is not there is not proved', async () => {
  const { id } = first(valueOf(await services.decisions.list(CALLER, cluster, { filter: {}, pageSize: 1 })).items);
  const refusals = [
    await services.proofs.inclusion(CALLER, cluster, { position: 1_000n }),
    await services.proofs.inclusion(CALLER, cluster, { revision: 0n }),
    await services.proofs.inclusion(CALLER, cluster, { decision: 'no-such.1' }),
    await services.proofs.inclusion(CALLER, cluster, { decision: id.replace(/\d+$/, '99') }),
    await services.proofs.inclusion(CALLER, cluster, { revision: 1n, size: 999 }),
    await services.proofs.inclusion(CALLER, 'no-such', { revision: 1n }),
  ];
  expect(refusals.map((outcome) => outcome.refused && outcome.refusal.kind)).toEqual([
    'ChangeNotFound',
    'RevisionNotFound',
    'DecisionNotFound',
    'DecisionNotFound',
    'CheckpointNotFound',
    'ClusterNotFound',
  ]);
});

test('proofs come from stored subtrees when the history is long', async () => {
  const sizes = [255, 256, 257, 700, 1_030];
  for (const size of sizes) {
    await growTo(BigInt(size));
    valueOf(await services.checkpoints.create(CALLER, cluster));
  }
  const [kept] = await services.rows<{ n: number }>(
    'SELECT count(*)::int AS n FROM merkle_nodes WHERE cluster_id = $1 AND level = 8',
    [cluster],
  );
  expect(kept?.n).toBe(4);
  for (const size of sizes) {
    for (const revision of [1n, 2n, 200n, BigInt(size)].filter((number) => number <= BigInt(size))) {
      const proof = valueOf(await services.proofs.inclusion(CALLER, cluster, { revision, size }));
      expect([holds(proof), proof.checkpoint.size]).toEqual([true, String(size)]);
    }
  }
  for (const from of sizes) {
    for (const to of sizes.filter((size) => size >= from)) {
      const proof = valueOf(await services.proofs.consistency(CALLER, cluster, { from, to }));
      expect(
        verifyConsistency(
          sha256,
          { from, to, path: proof.path.map(hex) },
          { from: opened(proof.from).root, to: opened(proof.to).root },
        ),
      ).toBe(true);
    }
  }
  expect(await services.proofs.consistency(CALLER, cluster, { from: 257, to: 256 })).toMatchObject({
    refused: true,
    refusal: { kind: 'InvalidRequest' },
  });
  expect(await services.proofs.consistency(CALLER, cluster, { from: 250, to: 256 })).toMatchObject({
    refused: true,
    refusal: { kind: 'CheckpointNotFound', size: '250' },
  });
});
