import { labelValue } from '#apimachinery';
import type { Pair } from './pair.js';

/** So many values that other nodes have are tried as the node's own. */
const MOST_VALUES = 16;

/** What a node's label could be set to. */
export interface LabelValues {
  /** Values that it does not have, those first that the pod asks for; null, no such label, is the last. */
  readonly values: readonly (string | null)[];
  /** Whether nodes have further values. */
  readonly isCut: boolean;
}

/** The values of a label that the pod asks for or that other nodes have, as far as the node has another one. */
export function labelValuesFor({ pod, snapshot, row }: Pair, key: string): LabelValues {
  const own = labelValue(snapshot.nodes[row]?.labels, key);
  const { nodeSelector, affinity } = pod.spec ?? {};
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const asked = (required?.nodeSelectorTerms ?? []).flatMap(({ matchExpressions }) =>
    (matchExpressions ?? []).flatMap((one) => (one.key === key && one.operator === 'In' ? (one.values ?? []) : [])),
  );
  const selected = labelValue(nodeSelector ?? {}, key);
  const values = new Set([...(selected === undefined ? [] : [selected]), ...asked]);
  let isCut = false;
  for (const { labels } of snapshot.nodes) {
    const value = labelValue(labels, key);
    if (value === undefined || values.has(value)) continue;
    isCut = values.size >= MOST_VALUES;
    if (isCut) break;
    values.add(value);
  }
  if (own !== undefined) values.delete(own);
  return { values: [...values, ...(own === undefined ? [] : [null])], isCut };
}
