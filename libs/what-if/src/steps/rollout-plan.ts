import { ownField } from '#json';
import type { Pod, Snapshot } from '#scheduler';
import type { HypotheticalCluster, KnownPod } from '../cluster/index.js';
import type { QuotaAccounts } from '../findings/index.js';
import { part, type GivenObject, type Json, type Workload } from '../workloads/index.js';
import { madePod } from './controlled-pods.js';
import type { Replaced } from './outdated-pods.js';

/** The rollout of a Deployment that has pods: the cluster as it is before, and what is to be replaced. */
export interface RolloutPlan {
  /** Its place in the input. */
  readonly index: number;
  readonly given: GivenObject;
  readonly workload: Workload;
  /** The caller's own. */
  readonly snapshot: Snapshot;
  readonly quotas: QuotaAccounts;
  /** The first goes first. */
  readonly old: readonly Pod[];
  /** Old pods that come before the rollout begins, where it is judged at a size that the workload may have. */
  readonly added?: readonly Pod[];
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  /** Pods that are replaced each in its place, in this order: of a DaemonSet or StatefulSet. */
  readonly replaced?: readonly Replaced[];
  /** Whether the pods differ from what the template says now. */
  readonly changes: boolean;
}

/** Undefined of what is no Deployment with pods on nodes, or replaces all of them at once. */
export function rolloutPlan(
  cluster: HypotheticalCluster,
  { index, given, workload }: { readonly index: number; readonly given: GivenObject; readonly workload: Workload },
  present: readonly KnownPod[],
): RolloutPlan | undefined {
  const { type = 'RollingUpdate' } = part(given.object, 'spec', 'strategy');
  const [next] = workload.podsFrom(0, 1);
  if (given.kind !== 'Deployment' || type !== 'RollingUpdate' || next === undefined) return undefined;
  const old = [...present].sort((a, b) => workload.leavingOrder(a, b)).map(({ pod }) => pod);
  const made = madePod(cluster, workload, next);
  if (!('pod' in made) || !old.some(({ spec }) => spec?.nodeName !== undefined)) return undefined;
  return {
    index,
    given,
    workload,
    snapshot: cluster.snapshot.fork(),
    quotas: cluster.quotas.fork(),
    old,
    ...fenceposts(part(given.object, 'spec', 'strategy', 'rollingUpdate'), workload.replicas),
    changes: old.some((pod) => !isPartOf(comparable(made.pod), comparable(pod))),
  };
}

/**
 * The rollout of a StatefulSet, which replaces pods one after the other, or of a DaemonSet that makes new pods beside
 * the old ones; undefined of others, and where nothing is replaced.
 */
export function planInPlace(
  cluster: HypotheticalCluster,
  { index, given, workload }: { readonly index: number; readonly given: GivenObject; readonly workload: Workload },
  replaced: readonly Replaced[],
): RolloutPlan | undefined {
  const bound = replaced.filter(({ old }) => old.spec?.nodeName !== undefined);
  const { maxSurge = 0, maxUnavailable = 1 } = part(given.object, 'spec', 'updateStrategy', 'rollingUpdate');
  const surge = given.kind === 'DaemonSet' ? Math.ceil(scaled(maxSurge, workload.replicas)) : 0;
  const { namespace } = given;
  const lacks = bound.some(({ next }) =>
    workload.claimsOf(next).some((claim) => {
      const name = String(part(claim, 'metadata')['name']);
      return cluster.snapshot.object('persistentVolumeClaims', name, namespace) === undefined;
    }),
  );
  if (bound.length === 0 || lacks || (given.kind === 'DaemonSet' && surge === 0)) return undefined;
  return {
    ...{ index, given, workload, replaced: bound },
    snapshot: cluster.snapshot.fork(),
    quotas: cluster.quotas.fork(),
    old: bound.map(({ old }) => old),
    maxSurge: surge,
    maxUnavailable: surge > 0 ? 0 : Math.max(1, Math.ceil(scaled(maxUnavailable, workload.replicas))),
    changes: true,
  };
}

/** The same rollout when the workload has so many pods: those that it lacks are like its first old one. */
export function atSize(cluster: HypotheticalCluster, plan: RolloutPlan, replicas: number): RolloutPlan {
  const { given, workload, old, snapshot, quotas } = plan;
  const [like] = old;
  const { nodeName: _node, ...spec } = like?.spec ?? {};
  const added = Array.from({ length: Math.max(0, replicas - old.length) }, (_, index): Pod => {
    const name = `${given.name}-old-${index}`;
    return { ...like, metadata: { ...like?.metadata, name, uid: cluster.newUid() }, spec };
  });
  return {
    ...plan,
    workload: { ...workload, replicas },
    snapshot: snapshot.fork(),
    quotas: quotas.fork(),
    added,
    ...fenceposts(part(given.object, 'spec', 'strategy', 'rollingUpdate'), replicas),
  };
}

/** How many pods more and fewer than wanted there may be. // as kubernetes v1.34 deployment ResolveFenceposts */
function fenceposts(
  { maxSurge = '25%', maxUnavailable = '25%' }: Json,
  replicas: number,
): Pick<RolloutPlan, 'maxSurge' | 'maxUnavailable'> {
  const surge = Math.ceil(scaled(maxSurge, replicas));
  const unavailable = Math.floor(scaled(maxUnavailable, replicas));
  return { maxSurge: surge, maxUnavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** A number, or a percentage of the replicas. */
function scaled(value: unknown, replicas: number): number {
  if (typeof value === 'number') return value;
  const [, percent] = /^(\d+)%$/.exec(String(value)) ?? [];
  return percent === undefined ? 0 : (Number(percent) * replicas) / 100;
}

const OF_ONE = 'pod-template-hash';

/** What of a pod comes from its template. */
function comparable({ metadata, spec }: Pod): Json {
  const { [OF_ONE]: _, ...labels } = metadata?.labels ?? {};
  const { nodeName: _node, ...asked } = spec ?? {};
  return { labels, annotations: metadata?.annotations ?? {}, spec: asked };
}

/** Whether one value says nothing that the other does not: clusters add to pods. */
function isPartOf(value: unknown, whole: unknown): boolean {
  if (Array.isArray(value)) return Array.isArray(whole) && value.every((item) => isItemOf(item, whole));
  if (typeof value !== 'object' || value === null) return value === whole;
  if (typeof whole !== 'object' || whole === null) return Object.keys(value).length === 0;
  return Object.entries(value).every(([key, item]) => isPartOf(item, ownField(whole as Json, key)));
}

/** Items with a name are found by it. */
function isItemOf(item: unknown, whole: readonly unknown[]): boolean {
  const name = (item as { readonly name?: unknown } | null)?.name;
  if (name === undefined) return whole.some((other) => isPartOf(item, other));
  return whole.some((other) => (other as { readonly name?: unknown } | null)?.name === name && isPartOf(item, other));
}
