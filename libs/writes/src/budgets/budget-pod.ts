import { allKinds } from '#kubernetes';
import { evictableBy, type EvictablePod } from '#api-server';
import type { Manifest } from '#rows';

/** What a budget looks at of a pod. */
export interface BudgetPod {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** It has a node, and has not run to its end. */
  readonly running: boolean;
  readonly phase: string;
  readonly terminating: boolean;
  /** The status of its Ready condition; null when it has none. */
  readonly ready: string | null;
  /** Uid of the object that controls it. */
  readonly controller: string | null;
}

interface Shown {
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string | null;
    readonly ownerReferences?: readonly { readonly uid: string; readonly controller?: boolean }[];
  };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status?: string }[];
  };
}

/** The same of a manifest. */
export function budgetPodOf(pod: Pick<Manifest, 'metadata' | 'spec' | 'status'>): BudgetPod {
  const { metadata, spec, status } = pod as unknown as Shown;
  const { phase = 'Pending' } = status ?? {};
  return {
    namespace: pod.metadata.namespace ?? '',
    name: pod.metadata.name,
    labels: metadata.labels ?? {},
    running: Boolean(spec?.nodeName) && phase !== 'Succeeded' && phase !== 'Failed',
    phase,
    terminating: (metadata.deletionTimestamp ?? null) !== null,
    ready: status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? null,
    controller: metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid ?? null,
  };
}

/** The same as the eviction API reads it. */
export function evictableOf({ running, ...pod }: BudgetPod): EvictablePod {
  return evictableBy({ ...pod, placed: running });
}

/** Kinds whose objects want a number of pods. */
export const CONTROLLERS: readonly string[] = allKinds().flatMap(({ kind, scalesPods }) => (scalesPods ? kind : []));

/** How many an object of one of these kinds wants. */
export function replicasOf({ spec }: Pick<Manifest, 'spec'>): number {
  const { replicas } = (spec ?? {}) as { readonly replicas?: number };
  return replicas ?? 1;
}
