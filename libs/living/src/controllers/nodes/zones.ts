import { ownField } from '#json';
import { readyOf } from './health.js';
import type { TaintedNode } from './taints.js';

/** How a zone is: `full` when no node of it is ready, `partial` when more than two and most of them are not. */
export type ZoneState = 'initial' | 'normal' | 'partial' | 'full';

/** A zone, and the token bucket of one token that its nodes are tainted by. */
export interface Zone {
  readonly state: ZoneState;
  /** Tokens in a second. */
  readonly rate: number;
  /** When there is a token again, in milliseconds since 1970. */
  readonly next: number;
}

/** So many nodes are tainted in a second; in a zone that is partly down fewer, and none where it is small. */
const RATE = 0.1;
const PARTIAL_RATE = 0.01;
const LARGE = 50;
const UNHEALTHY = 0.55;
const EXCLUDED = 'node.kubernetes.io/exclude-disruption';

export const NEW_ZONE: Zone = { state: 'initial', rate: RATE, next: 0 };

/** // as component-helpers v1.34 GetZoneKey: labels under their older names come first */
export function zoneOf({ metadata: { labels } }: TaintedNode): string {
  const parts = ['region', 'zone'].map(
    (key) =>
      ownField(labels, `failure-domain.beta.kubernetes.io/${key}`) ?? ownField(labels, `topology.kubernetes.io/${key}`),
  );
  return parts
    .map((part) => part ?? '')
    .join(' ')
    .trim();
}

/** Nodes by their zones, without those that say nothing of their zone. // as isNodeExcludedFromDisruptionChecks */
export function countedZones(nodes: readonly TaintedNode[]): ReadonlyMap<string, readonly TaintedNode[]> {
  const zones = new Map<string, TaintedNode[]>();
  for (const node of nodes) {
    if (ownField(node.metadata.labels, EXCLUDED) !== undefined) continue;
    const zone = zones.get(zoneOf(node));
    if (zone === undefined) zones.set(zoneOf(node), [node]);
    else zone.push(node);
  }
  return zones;
}

/** // as kubernetes v1.34 ComputeZoneState */
export function stateOf(nodes: readonly TaintedNode[]): ZoneState {
  const down = nodes.filter((node) => readyOf(node) !== 'True').length;
  if (down > 0 && down === nodes.length) return 'full';
  return down > 2 && down / nodes.length >= UNHEALTHY ? 'partial' : 'normal';
}

/** A zone that comes into a state. // as setLimiterInZone */
export function entering(zone: Zone, nodes: readonly TaintedNode[], now: number): Zone {
  const state = stateOf(nodes);
  const partialRate = nodes.length > LARGE ? PARTIAL_RATE : 0;
  return { ...withRate(zone, state === 'partial' ? partialRate : RATE, now), state };
}

/** A zone in which no node is tainted, because no zone has a node that is ready. */
export function stopped(zone: Zone, now: number): Zone {
  return { ...withRate(zone, 0, now), state: 'full' };
}

export function isTroubled({ state }: Zone): boolean {
  return state === 'partial' || state === 'full';
}

export function hasToken({ rate, next }: Zone, now: number): boolean {
  return rate > 0 && next <= now;
}

export function withoutToken(zone: Zone, now: number): Zone {
  return { ...zone, next: now + 1_000 / zone.rate };
}

/** A new bucket is empty where the one before it is. // as RateLimitedTimedQueue SwapLimiter */
function withRate(zone: Zone, rate: number, now: number): Zone {
  if (zone.rate === rate) return zone;
  const fresh = { ...zone, rate, next: 0 };
  return rate === 0 || hasToken(zone, now) ? fresh : withoutToken(fresh, now);
}
