import type { Status } from '#scheduler';
import type { Pair } from '../pair/index.js';
import type { Cause, Explainer } from './explainer.js';
import { explainNodeAffinity, explainNodeName } from './node-selection.js';
import { explainPodAffinity } from './pod-affinity.js';
import { explainPorts } from './ports.js';
import { explainResources } from './resources.js';
import { explainSpread } from './spread.js';
import { explainCordon, explainTaints } from './taints.js';
import { explainByEviction, explainPlaceOfVolumes, explainSharedVolumes } from './volumes.js';

/** Who explains which filter plugin. */
const EXPLAINERS: ReadonlyMap<string, Explainer> = new Map<string, Explainer>([
  ['InterPodAffinity', explainPodAffinity],
  ['NodeAffinity', explainNodeAffinity],
  ['NodeName', explainNodeName],
  ['NodePorts', explainPorts],
  ['NodeResourcesFit', explainResources],
  ['NodeUnschedulable', explainCordon],
  ['PodTopologySpread', explainSpread],
  ['TaintToleration', explainTaints],
  ['VolumeBinding', explainPlaceOfVolumes('VolumeBinding')],
  ['VolumeRestrictions', explainSharedVolumes],
  ['VolumeZone', explainPlaceOfVolumes('VolumeZone')],
]);

/**
 * What a rejection comes from. Of a plugin without an explainer, and where its explainer finds nothing, the reasons
 * are the cause, and it is tried whether it minds pods of the node.
 */
export function causesOf(pair: Pair, status: Status): readonly Cause[] {
  const { plugin } = status;
  if (plugin === null) return [{ text: status.reasons.join(', '), options: [] }];
  const causes = EXPLAINERS.get(plugin)?.(pair, status) ?? [];
  return causes.length > 0 ? causes : explainByEviction(plugin)(pair, status);
}
