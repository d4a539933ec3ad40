import {
  IncrementalExecutor,
  placedLike,
  placedPod,
  podKey,
  type Node,
  type PlacedPod,
  type Pod,
  type Profile,
  type Snapshot,
} from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { place } from '../placing/index.js';
import { daemonPodsFor } from '../steps/index.js';

/** A node that may be added, with what DaemonSets run on it. */
export interface NewNode {
  readonly node: Node;
  readonly daemons: readonly PlacedPod[];
}

/** What DaemonSets run on nodes of a shape: those of their pods that fit on the first, when nothing else is on it. */
export function daemonsOn(
  cluster: HypotheticalCluster,
  [node]: readonly Node[],
  profileOf: (pod: Pod) => Profile,
): PlacedPod[] {
  if (node === undefined) return [];
  const snapshot = cluster.snapshot.fork();
  snapshot.addNode(node);
  const placing = { snapshot, executor: new IncrementalExecutor(), profileOf, at: cluster.at };
  return daemonPodsFor(cluster, node).flatMap((pod) => {
    const { node: found } = place(placing, pod);
    if (found !== null) return [placedPod({ ...pod, spec: { ...pod.spec, nodeName: found } }, cluster.at)];
    cluster.findings.assume(`${podKey(pod)} of a DaemonSet does not fit on ${node.metadata?.name ?? ''}`);
    return [];
  });
}

/** The node and its pods of DaemonSets come; answers its row. */
export function addNewNode(snapshot: Snapshot, { node, daemons }: NewNode): number {
  const row = snapshot.addNode(node);
  for (const pod of daemons) {
    const name = `${pod.name}-${node.metadata?.name ?? ''}`;
    snapshot.addPod(placedLike(pod, { uid: name, name, startedAt: null, position: pod.position }), row);
  }
  return row;
}
