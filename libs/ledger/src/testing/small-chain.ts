import { canonicalBytes } from '../canonical-bytes.js';
import { changeLeaf, type Change } from '../change-leaf.js';
import { decisionLeaf, type Decision } from '../decision-leaf.js';
import type { Hash } from '../hash.js';
import { createMerkleRoot } from '../merkle-root.js';
import { genesisHash, sealRevision, type SealedRevision } from '../revision-hash.js';

/** The time of a cluster that has one of its own. */
const CLUSTER_AT = '2026-01-05T00:00:30.000Z';

/** A revision with everything that a store keeps of it. */
export interface StoredRevision {
  sealed: SealedRevision;
  changes: Change[];
  decisions: Decision[];
}

/** The Merkle root over what is stored of a revision. */
export function leafRootOf(
  hash: Hash,
  { changes, decisions }: Pick<StoredRevision, 'changes' | 'decisions'>,
): Uint8Array {
  const merkle = createMerkleRoot(hash);
  for (const change of changes) merkle.add(changeLeaf(hash, change));
  for (const decision of decisions) merkle.add(decisionLeaf(decision));
  return merkle.root();
}

/** A chain in which revision n holds n % 4 changes and, when that is odd, as many decisions. */
export function smallChain(hash: Hash, length: number): StoredRevision[] {
  const chain: StoredRevision[] = [];
  let position = 1n;
  for (let number = 1; number <= length; number++) {
    const changes = Array.from({ length: number % 4 }, (_, index) => makeChange(position + BigInt(index)));
    const decisions = changes.length % 2 === 0 ? [] : changes.map((_, ordinal) => makeDecision(number, ordinal));
    const sealed = sealRevision(hash, {
      cluster: '0198a0c0-0000-7000-8000-000000000001',
      revision: BigInt(number),
      firstPosition: position,
      count: changes.length,
      at: `2026-01-02T03:04:0${number % 10}.000Z`,
      actor: 'ana',
      principal: number % 2 === 0 ? null : 'key-7',
      requestId: `request-${number}`,
      client: 'kubectl',
      reason: null,
      leafRoot: leafRootOf(hash, { changes, decisions }),
      prevHash: chain.at(-1)?.sealed.hash ?? genesisHash,
      ...(number % 5 === 0 && { clusterAt: CLUSTER_AT }),
    });
    chain.push({ sealed, changes, decisions });
    position += BigInt(changes.length);
  }
  return chain;
}

function makeChange(position: bigint): Change {
  const body = position % 3n === 0n ? null : canonicalBytes({ metadata: { name: `pod-${position}` } });
  return {
    position,
    op: body === null ? 'delete' : 'create',
    apiVersion: 'v1',
    kind: 'Pod',
    namespace: position % 2n === 0n ? 'default' : null,
    name: `pod-${position}`,
    uid: `uid-${position}`,
    body,
    // Not of every change: those are of another type.
    ...(position % 4n === 1n && { admission: canonicalBytes([{ step: 'Priority', changes: [] }]) }),
    ...(position % 5n === 1n && { clusterAt: CLUSTER_AT }),
    ...(position % 10n === 1n && { cause: '{"by":"kubelet","change":"1"}' }),
  };
}

function makeDecision(run: number, ordinal: number): Decision {
  return {
    run: `run-${run}`,
    ordinal,
    attempt: 1,
    at: '2026-01-02T03:04:05.678Z',
    pod: { namespace: 'default', name: `pod-${ordinal}`, uid: `uid-${ordinal}` },
    outcome: 'scheduled',
    reasonCode: null,
    node: 'node-1',
    nominatedNode: null,
    victims: [],
    message: '',
    nodes: { evaluated: 3, feasible: 2 },
    rejections: [
      {
        plugin: 'TaintToleration',
        code: 'UnschedulableAndUnresolvable',
        reason: 'node(s) had untolerated taint {a: b}',
        nodes: { first: 1, any: 1, sole: 1 },
      },
    ],
    best: { total: 312, ties: 1, runnerUp: { node: 'node-2', total: 300 } },
    profile: { name: 'default-scheduler', version: 1, digest: '00ff' },
    seed: '18446744073709551615',
    traceDigest: hash32(ordinal),
    traceStored: 'full',
    ...(ordinal % 3 === 2 && { clusterAt: CLUSTER_AT, woken: 'NodeAdd' }),
  };
}

function hash32(seed: number): Uint8Array {
  return new Uint8Array(32).fill(seed + 1);
}
