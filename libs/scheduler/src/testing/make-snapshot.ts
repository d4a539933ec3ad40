import { InTreeSnapshot, type ClusterObjects } from '../in-tree-snapshot.js';
import type { Node, Pod } from '../objects/index.js';
import { HOST_PORTS } from '../plugins/node-ports/host-ports.js';
import { PODS_WITH_TERMS } from '../plugins/inter-pod-affinity/pods-with-terms.js';
import { placedPod } from '../snapshot/index.js';

/** A snapshot of these nodes, with these pods on the nodes they name. */
export function makeSnapshot(
  nodes: readonly Node[],
  pods: readonly Pod[] = [],
  objects: ClusterObjects = {},
): InTreeSnapshot {
  const snapshot = new InTreeSnapshot(objects);
  for (const node of nodes) snapshot.addNode(node);
  for (const pod of pods) {
    const row = snapshot.rowOf(pod.spec?.nodeName ?? '');
    if (row === undefined) throw new RangeError(`there is no node ${pod.spec?.nodeName}`);
    snapshot.addPod(placedPod(pod), row);
  }
  return snapshot;
}

const PARTS = ['allocatable', 'requested', 'nonZeroRequested'] as const;

/** Everything of a snapshot that can be seen, for comparing two of them. */
export function snapshotState(snapshot: InTreeSnapshot): unknown {
  const ports = snapshot.state(HOST_PORTS);
  const terms = snapshot.state(PODS_WITH_TERMS);
  const rows = snapshot.nodes.map((node, row) => ({
    node,
    pods: snapshot.pods(row).map(({ uid }) => uid),
    counts: [snapshot.podCount[row], ports.podCounts[row], snapshot.allowedPods[row], snapshot.unschedulable[row]],
    portsTaken: [1, 2, 80].map((port) =>
      ports.conflicts(row, snapshot.pods(row), [{ ip: '0.0.0.0', protocol: 'TCP', port }]),
    ),
    withTerms: [terms.any[row], terms.requiredAntiAffinity[row]],
    resources: ['cpu', 'memory', 'ephemeral-storage', 'nvidia.com/gpu'].map((name) => {
      const column = snapshot.resource(name);
      // A resource that was heard of and is nowhere says what one that was not heard of says.
      return PARTS.map((part) => [column?.[part].at(row) ?? 0n, column?.[part].values[row] ?? 0]);
    }),
    nominated: snapshot.nominations.on(node.name).map(({ uid }) => uid),
  }));
  return { rows };
}
