import { availableOf, active, byAge, maxSurge, replicasOf, wantedBy, type Deployment } from './deployment.js';
import { allOf, surgeOfNew, maxUnavailable, isRolling, type Sets } from './deployment.js';
import type { ReplicaSet } from '../replica-set/index.js';
import { desiredOf, maxOf } from './annotations.js';

/** How many pods a set is to want. */
export interface Scaling {
  readonly set: ReplicaSet;
  readonly replicas: number;
}

/** Whether a set was scaled for another number of replicas of its Deployment. // as isScalingEvent */
export function isScaled(deployment: Deployment, sets: Sets): boolean {
  return active(allOf(sets)).some((set) => {
    const desired = desiredOf(set);
    return desired !== undefined && desired !== replicasOf(deployment);
  });
}

/**
 * How a change of the replicas is shared. One set that wants pods gets them all; a finished rollout empties the others;
 * in the middle of one, each set has its share. // as kubernetes v1.34 DeploymentController.scale
 */
export function scaledSets(deployment: Deployment, sets: Sets): Scaling[] {
  const only = activeOrLatest(sets);
  // Where it wants them already, even its annotations stay as they are.
  if (only !== undefined)
    return replicasOf(only) === replicasOf(deployment) ? [] : [{ set: only, replicas: replicasOf(deployment) }];
  if (isSaturated(deployment, sets.fresh)) return active(sets.old).map((set) => ({ set, replicas: 0 }));
  return isRolling(deployment) ? proportional(deployment, active(allOf(sets))) : [];
}

/** The only set that wants pods; where none does, the new one or the latest. */
function activeOrLatest({ fresh, old }: Sets): ReplicaSet | undefined {
  const latestFirst = [...old].sort((a, b) => byAge(b, a));
  const wanting = active(allOf({ fresh, old: latestFirst }));
  if (wanting.length > 1) return undefined;
  return wanting[0] ?? fresh ?? latestFirst[0];
}

function isSaturated(deployment: Deployment, fresh: ReplicaSet | undefined): boolean {
  const replicas = replicasOf(deployment);
  if (fresh === undefined || replicasOf(fresh) !== replicas) return false;
  return desiredOf(fresh) === replicas && availableOf(fresh) === replicas;
}

/** Each set gets its share of what is to be added or taken, the largest first, which also gets the rest. */
function proportional(deployment: Deployment, sets: readonly ReplicaSet[]): Scaling[] {
  const replicas = replicasOf(deployment);
  const allowed = replicas > 0 ? replicas + maxSurge(deployment) : 0;
  const change = allowed - wantedBy(sets);
  const sorted = [...sets].sort((a, b) => replicasOf(b) - replicasOf(a) || (change > 0 ? byAge(b, a) : byAge(a, b)));
  let shared = 0;
  const scaled = sorted.map((set) => {
    const share = shareOf(set, deployment, { change, shared });
    shared += share;
    return { set, replicas: replicasOf(set) + share };
  });
  const rest = change - shared;
  return scaled.map((one, index) => (index === 0 ? { ...one, replicas: Math.max(0, one.replicas + rest) } : one));
}

/** // as deploymentutil.GetReplicaSetProportion */
function shareOf(
  set: ReplicaSet,
  deployment: Deployment,
  { change, shared }: { readonly change: number; readonly shared: number },
): number {
  if (replicasOf(set) === 0 || change === 0 || change === shared) return 0;
  const left = change - shared;
  const fraction = fractionOf(set, deployment);
  return change > 0 ? Math.min(fraction, left) : Math.max(fraction, left);
}

function fractionOf(set: ReplicaSet, deployment: Deployment): number {
  const size = replicasOf(set);
  if (replicasOf(deployment) === 0) return -size;
  const most = maxOf(set) || (deployment.status?.replicas ?? 0);
  if (most === 0) return 0;
  const grown = (size * (replicasOf(deployment) + maxSurge(deployment))) / most;
  return Math.floor(grown + 0.5) - size;
}

/** How many pods the set of the present template is to want, as far as the surge lets it. // as NewRSNewReplicas */
export function grownReplicas(deployment: Deployment, all: readonly ReplicaSet[], own: number): number {
  const replicas = replicasOf(deployment);
  if (!isRolling(deployment)) return replicas;
  const most = replicas + surgeOfNew(deployment, replicas);
  const wanted = wantedBy(all);
  return wanted >= most ? own : own + Math.min(most - wanted, replicas - own);
}

/**
 * How the old sets of a rollout shrink: first by pods that are not available, then by those that are.
 * // as reconcileOldReplicaSets
 */
export function shrunkSets(
  deployment: Deployment,
  fresh: ReplicaSet,
  old: readonly ReplicaSet[],
): readonly [unhealthy: readonly Scaling[], others: readonly Scaling[]] {
  const sets = active(old).sort(byAge);
  if (sets.length === 0) return [[], []];
  const least = replicasOf(deployment) - maxUnavailable(deployment);
  const missing = replicasOf(fresh) - availableOf(fresh);
  const most = wantedBy([...sets, fresh]) - least - missing;
  if (most <= 0) return [[], []];
  const sizes = new Map(sets.map((set) => [set, replicasOf(set)]));
  let left = most;
  for (const set of sets) {
    const fewer = Math.min(left, Math.max(0, replicasOf(set) - availableOf(set)));
    sizes.set(set, replicasOf(set) - fewer);
    left -= fewer;
  }
  const unhealthy = changed(sizes, replicasOf);
  const between = new Map(sizes);
  left = [...sets, fresh].reduce((sum, set) => sum + availableOf(set), 0) - least;
  for (const set of sets) {
    const size = sizes.get(set) ?? 0;
    const fewer = Math.min(size, Math.max(0, left));
    sizes.set(set, size - fewer);
    left -= fewer;
  }
  return [unhealthy, changed(sizes, (set) => between.get(set) ?? 0)];
}

function changed(sizes: ReadonlyMap<ReplicaSet, number>, before: (set: ReplicaSet) => number): Scaling[] {
  return [...sizes].filter(([set, replicas]) => replicas !== before(set)).map(([set, replicas]) => ({ set, replicas }));
}
