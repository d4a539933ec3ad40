import { createHash } from 'node:crypto';
import {
  decidePods,
  defaultProfile,
  schedulingClass,
  type Attempt,
  type Node,
  type Pod,
  type Preemption,
  type Snapshot,
} from '#scheduler';
import { createTraceEncoder, encodeNodeSet, nodeSetDigest, type TraceEncoder } from '#trace';
import { makeSnapshot } from '../../libs/scheduler/src/testing/index.js';
import type { RandomCluster } from './random-cluster.js';

const profile = defaultProfile();
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** The cluster in memory, with its nodes in the order given. */
export function snapshotOf({ bound, objects }: RandomCluster, nodes: readonly Node[]): Snapshot {
  return makeSnapshot(nodes, bound, objects);
}

/** Tries every pending pod in order. */
export function attemptsOn(
  snapshot: Snapshot,
  pods: readonly Pod[],
  preemption: Preemption,
): Generator<Attempt, void, undefined> {
  return decidePods({
    snapshot,
    pods,
    profileOf: () => profile,
    tieBreak: { rule: 'first' },
    preemption,
    now: '2026-02-01T00:00:00Z',
  });
}

/** The digests of the traces, in order; attempts that saw no node have none. */
export function digests(cluster: RandomCluster, preemption: Preemption): readonly string[] {
  const snapshot = snapshotOf(cluster, cluster.nodes);
  const traces = new TraceDigests(snapshot);
  const made: string[] = [];
  for (const attempt of attemptsOn(snapshot, cluster.pending, preemption))
    made.push(...[traces.of(attempt) ?? []].flat());
  return made;
}

/** Traces of one cluster's attempts, of which only the digests are kept. */
export class TraceDigests {
  readonly #encoder: TraceEncoder;

  constructor({ nodes, nodeCount }: Snapshot) {
    const nodeSet = nodeSetDigest(sha256, encodeNodeSet(nodes.map(({ name }) => ({ name, uid: name }))));
    this.#encoder = createTraceEncoder({ hash: sha256, nodeSet, nodeCount });
  }

  /** Null where no node was seen. Before the placement is applied. */
  of({ pod, evidence }: Attempt): string | null {
    if (evidence === null) return null;
    return Buffer.from(this.#encoder.add({ evidence, classKey: schedulingClass(pod) }).digest).toString('hex');
  }
}
