import type { Labels } from '#apimachinery';

/** What the eviction API reads of a pod. */
export interface EvictablePod {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels | undefined;
  /** Budgets do not apply to the eviction of such a pod; null: they do. */
  readonly exempt: 'finished' | 'terminating' | 'pending' | null;
  /** Whether its Ready condition is True, or, where it has none, whether it is on a node. */
  readonly ready: boolean;
}

/** The same as facts of a pod. */
export interface EvictionFacts {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Labels | undefined;
  readonly phase: string;
  readonly placed: boolean;
  readonly terminating: boolean;
  /** The status of its Ready condition; null when it has none. */
  readonly ready: string | null;
}

interface PodShape {
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly labels?: Labels;
    readonly deletionTimestamp?: string | null;
  };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[] | null;
  };
}

/** A pod as the eviction API reads it; `isReported` says whether its phase and readiness are those of a kubelet. */
export function evictablePod({ metadata = {}, spec, status }: PodShape, isReported = false): EvictablePod {
  const read = isReported ? reportedPod : evictableBy;
  return read({
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    labels: metadata.labels,
    phase: status?.phase ?? '',
    placed: Boolean(spec?.nodeName),
    terminating: (metadata.deletionTimestamp ?? null) !== null,
    ready: status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? null,
  });
}

/**
 * As API server v1.34 canIgnorePDB and IsPodReady, for a model in which pods may have no kubelet: a pod on a node in
 * phase Pending without a Ready condition was bound here and counts as running, and as ready.
 */
export function evictableBy({ namespace, name, labels, ...facts }: EvictionFacts): EvictablePod {
  const { placed, ready } = facts;
  return { namespace, name, labels, exempt: exemptionOf(facts), ready: ready === null ? placed : ready === 'True' };
}

/** As API server v1.34 canIgnorePDB and IsPodReady, for pods that a kubelet reports. */
function reportedPod({ namespace, name, labels, ...facts }: EvictionFacts): EvictablePod {
  const exempt = facts.phase === 'Pending' && !facts.terminating ? 'pending' : exemptionOf(facts);
  return { namespace, name, labels, exempt, ready: facts.ready === 'True' };
}

function exemptionOf({
  phase,
  placed,
  terminating,
  ready,
}: Omit<EvictionFacts, 'namespace' | 'name' | 'labels'>): EvictablePod['exempt'] {
  if (terminating) return 'terminating';
  if (phase === 'Succeeded' || phase === 'Failed') return 'finished';
  if (phase === 'Pending' && (!placed || (ready !== null && ready !== 'True'))) return 'pending';
  return null;
}
