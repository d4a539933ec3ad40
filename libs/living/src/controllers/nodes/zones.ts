import { ownField } from '#json';
import type { TaintedNode } from './taints.js';

/** How a zone is: `full` when no node of it is ready, `partial` when more than two and most of them are not. */
type ZoneState = 'normal' | 'partial' | 'full';

/** So many nodes are tainted in a second; in a zone that is partly down fewer, and none where it is small. */
const RATE = 0.1;
const PARTIAL_RATE = 0.01;
const LARGE = 50;
const UNHEALTHY = 0.55;

export function zoneOf({ metadata: { labels } }: TaintedNode): string {
  const [region, zone] = ['region', 'zone'].map((key) => ownField(labels, `topology.kubernetes.io/${key}`) ?? '');
  return `${region ?? ''} ${zone ?? ''}`.trim();
}

/** Nodes by their zones. */
export function zonesOf(nodes: readonly TaintedNode[]): ReadonlyMap<string, readonly TaintedNode[]> {
  const zones = new Map<string, TaintedNode[]>();
  for (const node of nodes) {
    const zone = zones.get(zoneOf(node));
    if (zone === undefined) zones.set(zoneOf(node), [node]);
    else zone.push(node);
  }
  return zones;
}

export function readyOf({ status }: TaintedNode): string | undefined {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status;
}

/** // as kubernetes v1.34 ComputeZoneState */
export function stateOf(nodes: readonly TaintedNode[]): ZoneState {
  const down = nodes.filter((node) => readyOf(node) !== 'True').length;
  if (down > 0 && down === nodes.length) return 'full';
  return down > 2 && down / nodes.length >= UNHEALTHY ? 'partial' : 'normal';
}

/** How many nodes of a zone are tainted in a second. // as setLimiterInZone */
export function rateOf(nodes: readonly TaintedNode[]): number {
  if (stateOf(nodes) !== 'partial') return RATE;
  return nodes.length > LARGE ? PARTIAL_RATE : 0;
}
