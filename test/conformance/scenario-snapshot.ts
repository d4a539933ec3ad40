import { placedPod, Snapshot, type Pod } from '#scheduler';
import type { Scenario } from './recording.js';

const FIRST_START = Date.UTC(2030, 0, 1);

/** Nodes first, then the pods that are on them, then nominations, each in the order given. */
export function snapshotOf({ objects, pods }: Scenario): Snapshot {
  const { nodes = [], pods: existing = [], ...others } = objects;
  const snapshot = new Snapshot(others);
  for (const node of nodes) snapshot.addNode(node);
  for (const pod of existing) occupy(snapshot, pod);
  for (const pod of [...existing.filter(({ spec }) => !spec?.nodeName), ...pods]) nominate(snapshot, pod);
  return snapshot;
}

function occupy(snapshot: Snapshot, pod: Pod): void {
  const row = snapshot.rowOf(pod.spec?.nodeName ?? '');
  const finished = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  if (row !== undefined && !finished) snapshot.addPod(placedPod(pod), row);
}

function nominate(snapshot: Snapshot, pod: Pod): void {
  const node = pod.status?.nominatedNodeName ?? '';
  if (node !== '') snapshot.nominations.add(placedPod(pod), node);
}

/** When the pod of the scenario starts that is placed. */
export function startTime(index: number): string {
  return new Date(FIRST_START + index * 1000).toISOString();
}
