import { labelValue, type Labels } from '#apimachinery';
import type { Cycle, PreparedScore } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import { matchingServices, serviceSelector } from '../v1-20/matching-selector.js';
import type { ServiceAffinityArgs } from './args.js';

/**
 * Raw: pods of the pod's service on the node. Normalised: the mean, over the labels, of the share of pods elsewhere.
 */
export function spreadingScore({ pod, snapshot, args }: Cycle<ServiceAffinityArgs>): PreparedScore {
  const { nodes } = snapshot;
  const [service] = matchingServices(pod, snapshot.objects);
  const selector = Object.entries(service === undefined ? {} : serviceSelector(service));
  const isPeer = ({ namespace, labels, terminating }: PlacedPod): boolean =>
    namespace === pod.namespace && !terminating && selector.every(([key, value]) => labelValue(labels, key) === value);
  return {
    kind: 'score',
    score: (row) => (selector.length === 0 ? 0 : snapshot.pods(row).filter(isPeer).length),
    normalize: (column, feasible) => {
      const sums = new Float64Array(feasible.length);
      for (const label of args.antiAffinityLabelsPreference)
        addShares(sums, { column, feasible, valueOn: (row) => valueOf(nodes[row]?.labels, label) }, args);
      for (let at = 0; at < feasible.length; at += 1) column[feasible[at] ?? 0] = Math.trunc(sums[at] ?? 0);
    },
  };
}

function valueOf(labels: Labels, label: string): string | undefined {
  return labelValue(labels, label);
}

interface ServicePods {
  /** Pods of the service by row. */
  readonly column: Float64Array;
  readonly feasible: Uint32Array;
  readonly valueOn: (row: number) => string | undefined;
}

/** Adds what one label is worth; nodes without it get nothing for it. In float64, as upstream. */
function addShares(
  sums: Float64Array,
  { column, feasible, valueOn }: ServicePods,
  { antiAffinityLabelsPreference: labels }: ServiceAffinityArgs,
): void {
  const pods = new Map<string, number>();
  let all = 0;
  for (const row of feasible) {
    const value = valueOn(row);
    const here = column[row] ?? 0;
    all += here;
    if (value !== undefined) pods.set(value, (pods.get(value) ?? 0) + here);
  }
  feasible.forEach((row, at) => {
    const value = valueOn(row);
    if (value === undefined) return;
    const share = all > 0 ? 100 * ((all - (pods.get(value) ?? 0)) / all) : 100;
    sums[at] = (sums[at] ?? 0) + share / labels.length;
  });
}
