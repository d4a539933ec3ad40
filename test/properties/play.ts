import { createHash } from 'node:crypto';
import {
  decidePods, defaultProfile, schedulingClass, type Attempt, type Evidence, type Node, type Pod, type Preemption, type Snapshot,
} from '#scheduler';
import { createTraceEncoder, encodeNodeSet, nodeSetDigest } from '#trace';
import { makeSnapshot } from '../../libs/scheduler/src/testing/index.js';
import type { RandomCluster } from './random-cluster.js';

const profile = defaultProfile();
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** The cluster in memory, with its nodes in the order given. */
export function snapshotOf({ bound, objects }: RandomCluster, nodes: readonly Node[]): Snapshot {
  return makeSnapshot(nodes, bound, objects);
}

/** Tries every pending pod in order. */
export function attemptsOn(snapshot: Snapshot, pods: readonly Pod[], preemption: Preemption): Generator<Attempt, void, undefined> {
  return decidePods({ snapshot, pods, profileOf: () => profile, tieBreak: { rule: 'first' }, preemption, now: '2026-02-01T00:00:00Z' });
}

/** Everything an attempt came to, by names of nodes and in words: what may not depend on rows, ids or arrays. */
export function inWords({ pod, number, outcome, nodeName, message, postFilter, evidence, best }: Attempt, snapshot: Snapshot): unknown {
  const name = (row: number): string => snapshot.nodes[row]?.name ?? '';
  const byName = <T>(value: (row: number) => T): Record<string, T> =>
    Object.fromEntries([...snapshot.rowsByName()].map((row) => [name(row), value(row)]));
  return {
    pod: pod.metadata?.name, number, outcome, nodeName, message, best: best.map(name),
    room: postFilter && {
      node: postFilter.nominatedNode, victims: postFilter.victims.map((victim) => victim.name), best: postFilter.best.map(name),
      failures: Object.fromEntries([...postFilter.search.failures].map(([row, status]) => [name(row), status]).sort()),
    },
    nodes: evidence && byName((row) => rowInWords(evidence, row)),
  };
}

function rowInWords(evidence: Evidence, row: number): unknown {
  const { statuses, failureLists, first, failures, scores, totals } = evidence;
  return {
    first: statuses[first[row] ?? 0] ?? null,
    failures: (failureLists[failures[row] ?? 0] ?? []).map((id) => statuses[id]),
    scores: scores.map(({ plugin, raw, normalized }) => [plugin, raw[row], normalized[row]]),
    total: totals[row],
  };
}

/** The digests of the traces, in order; attempts that saw no node have none. */
export function digests(cluster: RandomCluster, preemption: Preemption): readonly string[] {
  const snapshot = snapshotOf(cluster, cluster.nodes);
  const nodeSet = nodeSetDigest(sha256, encodeNodeSet(cluster.nodes.map(({ metadata: { name = '' } = {} }) => ({ name, uid: name }))));
  const encoder = createTraceEncoder({ hash: sha256, compress: (bytes) => bytes, nodeSet, nodeCount: snapshot.nodeCount });
  const made: string[] = [];
  for (const { pod, evidence } of attemptsOn(snapshot, cluster.pending, preemption)) {
    if (evidence !== null) made.push(Buffer.from(encoder.add({ evidence, classKey: schedulingClass(pod) }).digest).toString('hex'));
  }
  return made;
}
