import { Snapshot, type Pod } from '#scheduler';
import { shuffled, type Dice } from './arrivals.js';
import type { PodClass } from './gpu-sharing.js';
import { gpuOf, type TraceNode, type TracePod } from './trace.js';

/** The trace's own words for parts of GPUs, and for what kind they are. */
export const RESOURCE = 'alibabacloud.com/gpu-milli';
export const MODEL_LABEL = 'alibabacloud.com/gpu-card-model';

/** No node is full for the number of its pods. */
const PLACES = '1001';

export interface NamedNode extends TraceNode {
  readonly name: string;
}

/**
 * The nodes with names in a drawn order: of equally good nodes the first by name is taken, and which one that is should
 * not hang on the order in which somebody wrote them down.
 */
export function named(nodes: readonly TraceNode[], dice: Dice): readonly NamedNode[] {
  const width = String(nodes.length).length;
  return shuffled(nodes, dice).map((node, index) => ({ ...node, name: `node-${String(index).padStart(width, '0')}` }));
}

/** The nodes without pods; a node's row is its place in the list. */
export function snapshotOf(nodes: readonly NamedNode[]): Snapshot {
  const snapshot = new Snapshot();
  for (const { name, cpu, memoryMib, gpus, model } of nodes) {
    const allocatable = { cpu: `${cpu}m`, memory: `${memoryMib}Mi`, [RESOURCE]: String(gpus * 1000), pods: PLACES };
    snapshot.addNode({ metadata: { name, labels: { [MODEL_LABEL]: model } }, status: { allocatable } });
  }
  return snapshot;
}

/** A pod as an object; the models that it may have are a node affinity. */
export function podOf(pod: TracePod, ordinal: number): Pod {
  const { cpu, memoryMib, gpus, models } = pod;
  const requests = { cpu: `${cpu}m`, memory: `${memoryMib}Mi`, ...(gpus > 0 && { [RESOURCE]: String(gpuOf(pod)) }) };
  const matchExpressions = [{ key: MODEL_LABEL, operator: 'In' as const, values: models }];
  const nodeAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] },
  };
  return {
    metadata: { name: `pod-${ordinal}`, namespace: 'openb', uid: `pod-${ordinal}` },
    spec: { containers: [{ resources: { requests } }], ...(models.length > 0 && { affinity: { nodeAffinity } }) },
  };
}

/** The classes of the pods, whatever memory they ask for. */
export function workloadOf(pods: readonly TracePod[]): readonly PodClass[] {
  const classes = new Map<string, PodClass>();
  for (const { cpu, gpus, milli, models } of pods) {
    const key = JSON.stringify([cpu, gpus, milli, models]);
    classes.set(key, { cpu, gpus, milli, models, pods: (classes.get(key)?.pods ?? 0) + 1 });
  }
  return [...classes.values()];
}
