import { compileLabelSelector, type LabelMatcher, type LabelSelector } from '#apimachinery';
import type { EvictablePod } from './evictable-pod.js';

/** A PodDisruptionBudget as far as evictions read it. */
export interface BudgetObject {
  readonly metadata?: { readonly namespace?: string; readonly name?: string };
  readonly spec?: { readonly selector?: LabelSelector | null; readonly unhealthyPodEvictionPolicy?: string };
  readonly status?: {
    readonly disruptionsAllowed?: number;
    readonly currentHealthy?: number;
    readonly desiredHealthy?: number;
  };
  /** A pod that it selects, as it is now; for readers that have less of the pod. */
  evictable?(name: string): EvictablePod | undefined;
}

/** A PodDisruptionBudget that selects pods. */
export interface EvictionBudget {
  readonly namespace: string;
  readonly name: string;
  /** How many disruptions it allows now: its status is read whenever it is asked. */
  readonly allowed: () => number;
  readonly object: BudgetObject;
}

/** What the eviction API answers for a pod. */
export type EvictionVerdict =
  /** `counts`: the budget that then allows one disruption less; null where none does. */
  | { readonly allowed: true; readonly counts: EvictionBudget | null }
  | { readonly allowed: false; readonly reason: EvictionRefusal; readonly budgets: readonly EvictionBudget[] };

/** The budget allows no disruption, or more than one budget selects the pod. */
export type EvictionRefusal = 'noDisruptions' | 'severalBudgets';

interface Selecting extends EvictionBudget {
  readonly matches: LabelMatcher;
}

/** The PodDisruptionBudgets of a cluster, asked as the eviction API asks them: `eviction.go` of API server v1.34. */
export class EvictionBudgets {
  readonly #budgets = new Map<string, Selecting[]>();

  constructor(objects: readonly BudgetObject[]) {
    for (const object of objects) {
      const { namespace = '', name = '' } = object.metadata ?? {};
      // A selector that is absent or invalid selects nothing, an empty one every pod of the namespace.
      const matches = compileLabelSelector(object.spec?.selector);
      if (typeof matches !== 'function' || !object.spec?.selector) continue;
      const known = this.#budgets.get(namespace) ?? [];
      this.#budgets.set(namespace, known);
      known.push({ namespace, name, object, matches, allowed: () => object.status?.disruptionsAllowed ?? 0 });
    }
  }

  /** Those that select the pod. */
  of({ namespace, labels }: Pick<EvictablePod, 'namespace' | 'labels'>): readonly EvictionBudget[] {
    return (this.#budgets.get(namespace) ?? []).filter(({ matches }) => matches(labels));
  }

  /** The pod as its budgets know it; undefined where none does. */
  known({ namespace, name, labels }: Pick<EvictablePod, 'namespace' | 'name' | 'labels'>): EvictablePod | undefined {
    for (const { object } of this.of({ namespace, labels })) {
      const pod = object.evictable?.(name);
      if (pod !== undefined) return pod;
    }
    return undefined;
  }

  /** The answer for the pod as it is now, after so many evictions that each budget has allowed already. */
  verdict(pod: EvictablePod, taken?: ReadonlyMap<EvictionBudget, number>): EvictionVerdict {
    if (pod.exempt !== null) return { allowed: true, counts: null };
    const [budget, ...others] = this.of(pod);
    if (budget === undefined) return { allowed: true, counts: null };
    if (others.length > 0) return { allowed: false, reason: 'severalBudgets', budgets: [budget, ...others] };
    if (!pod.ready && letsUnreadyGo(budget.object)) return { allowed: true, counts: null };
    return budget.allowed() - (taken?.get(budget) ?? 0) > 0
      ? { allowed: true, counts: budget }
      : { allowed: false, reason: 'noDisruptions', budgets: [budget] };
  }
}

/** An unready pod does not count as healthy: it goes while enough others are, or always where the budget says so. */
function letsUnreadyGo({ spec, status }: BudgetObject): boolean {
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow' || (currentHealthy >= desiredHealthy && desiredHealthy > 0);
}
