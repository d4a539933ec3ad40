/**
 * Spreads the pods that a service, ReplicationController, ReplicaSet or StatefulSet selects with this one, over nodes
 * and twice as much over zones. Raw: such pods on the node. A pod with topology spread constraints of its own scores 0
 * everywhere. As kube-scheduler v1.20 SelectorSpread.
 */
import { definePlugin, type Cycle, type PreparedScore } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import { matchingSelector } from '../v1-20/matching-selector.js';
import { zoneKey } from '../zone-turns.js';

const MAX_SCORE = 100;
const ZONE_WEIGHT = 2 / 3;

export const selectorSpread = definePlugin({
  name: 'SelectorSpread',
  scoreReach: 'node',
  normalization: 'custom',
  preScore: spreadScore,
});

function spreadScore({ pod, snapshot }: Cycle): PreparedScore {
  if (pod.pod.spec?.topologySpreadConstraints?.length)
    return { kind: 'score', score: () => 0, domains: snapshot.topology([]) };
  const { nodes } = snapshot;
  const matches = matchingSelector(pod, snapshot.objects);
  const isPeer = ({ namespace, labels, terminating }: PlacedPod): boolean =>
    !terminating && namespace === pod.namespace && matches !== null && matches(labels);
  return {
    kind: 'score',
    score: (row) => (matches === null ? 0 : snapshot.pods(row).filter(isPeer).length),
    normalize: (column, feasible) => spread(column, feasible, (row) => zoneKey(nodes[row]?.labels)),
  };
}

/** In float64, in upstream's order. */
function spread(column: Float64Array, feasible: Uint32Array, zoneOf: (row: number) => string | null): void {
  const byZone = new Map<string, number>();
  let most = 0;
  for (const row of feasible) {
    const zone = zoneOf(row);
    const here = column[row] ?? 0;
    most = Math.max(most, here);
    if (zone !== null) byZone.set(zone, (byZone.get(zone) ?? 0) + here);
  }
  const mostInZone = Math.max(0, ...byZone.values());
  for (const row of feasible) {
    const zone = zoneOf(row);
    let score = shareBelow(column[row] ?? 0, most);
    if (zone !== null) score = score * (1 - ZONE_WEIGHT) + ZONE_WEIGHT * shareBelow(byZone.get(zone) ?? 0, mostInZone);
    column[row] = Math.trunc(score);
  }
}

/** 100 without any pod, 0 where most are. */
function shareBelow(count: number, most: number): number {
  return most > 0 ? MAX_SCORE * ((most - count) / most) : MAX_SCORE;
}
