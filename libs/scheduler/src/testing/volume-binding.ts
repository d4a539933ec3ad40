import type { ClusterObjects } from '../in-tree-snapshot.js';
import type { Pod } from '../objects/index.js';
import { volumeBinding } from '../plugins/volume-binding/plugin.js';
import type { PersistentVolumeClaim } from '../volumes/index.js';
import { makeNode, type NodeBuilder } from './make-node.js';
import { makePod, type PodBuilder } from './make-pod.js';
import { makeSnapshot } from './make-snapshot.js';
import { makeStorageClass, type VolumeBuilder } from './make-storage.js';
import { runPlugin, type PluginAnswers } from './run-plugin.js';

/** What a node says where an open claim finds no volume. */
export const BIND = "node(s) didn't find available persistent volumes to bind";
/** The provisioner that makes nothing. */
export const LOCAL = 'kubernetes.io/no-provisioner';

/** Nodes `a` and `b`, each in the zone of its name. */
export const nodes = (): NodeBuilder[] => [makeNode('a').labels({ zone: 'a' }), makeNode('b').labels({ zone: 'b' })];
const classes = [
  makeStorageClass('local', { provisioner: LOCAL }),
  makeStorageClass('made'),
  makeStorageClass('pooled'),
  makeStorageClass('immediate', { volumeBindingMode: 'Immediate' }),
  makeStorageClass('modeless', { volumeBindingMode: null }),
];
/** A pod with these claims. */
export const claiming = (name: string, ...names: string[]): PodBuilder => makePod(name).claims(...names);
/** Claims and volumes, beside a class of every kind. */
export const storage = (
  claims: PersistentVolumeClaim[],
  volumes: VolumeBuilder[] = [],
  more: ClusterObjects = {},
): ClusterObjects => ({ persistentVolumeClaims: claims, persistentVolumes: volumes, storageClasses: classes, ...more });
/** What VolumeBinding says of a pod on the two nodes. */
export const run = (pod: Pod, objects: ClusterObjects): PluginAnswers =>
  runPlugin(volumeBinding, { pod, snapshot: makeSnapshot(nodes(), [], objects) });
/** The verdicts of `a` and `b`: the reasons of each, none where it passes. */
export const verdicts = (a: string[], b: string[]): Record<string, string> =>
  Object.fromEntries(
    [['a', a] as const, ['b', b] as const]
      .filter(([, reasons]) => reasons.length > 0)
      .map(([node, reasons]) => [node, `UnschedulableAndUnresolvable: ${reasons.join(', ')}`]),
  );
