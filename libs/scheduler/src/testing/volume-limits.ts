import type { ClusterObjects } from '../in-tree-snapshot.js';
import type { ClusterObject, Pod } from '../objects/index.js';
import { nodeVolumeLimits } from '../plugins/node-volume-limits/plugin.js';
import { makeNode } from './make-node.js';
import { makePod, type PodBuilder } from './make-pod.js';
import { makeSnapshot } from './make-snapshot.js';
import { makeClaim, makeVolume, type ClaimBuilder, type VolumeBuilder } from './make-storage.js';
import { runPlugin } from './run-plugin.js';

/** What a node says that takes no more volumes. */
export const EXCEEDED = 'Unschedulable: node(s) exceed max volume count';
const MIGRATED = 'storage.alpha.kubernetes.io/migrated-plugins';

type Limits = readonly { readonly name: string; readonly allocatable?: { readonly count?: number | null } | null }[];
/** How many volumes of each driver a node takes. */
export const limits = (drivers: Record<string, number>): Limits =>
  Object.entries(drivers).map(([name, count]) => ({ name, allocatable: { count } }));
/** The CSINode of node `n`, with the in-tree plugins that moved to drivers there. */
export const csiNode = (drivers: Limits, migrated = ''): ClusterObject => ({
  metadata: { name: 'n', annotations: { [MIGRATED]: migrated } },
  spec: { drivers },
});
/** Volumes of the driver `x.csi`, whose handles are their names. */
export const volumes = (...names: string[]): VolumeBuilder[] =>
  names.map((name) => makeVolume(name).csi('x.csi', name));
/** Claims that are bound to the volumes of their names. */
export const bound = (...names: string[]): ClaimBuilder[] => names.map((name) => makeClaim(name).boundTo(name));

/** What the node `n` says of a pod, beside the pods that are there. */
export function verdict(pod: Pod, objects: ClusterObjects, there: readonly PodBuilder[] = []): string | undefined {
  return runPlugin(nodeVolumeLimits, {
    pod,
    snapshot: makeSnapshot(
      [makeNode('n')],
      there.map((one) => one.onNode('n')),
      objects,
    ),
  }).filter['n'];
}
/** A pod with these claims. */
export const claiming = (name: string, ...names: string[]): PodBuilder => makePod(name).claims(...names);
