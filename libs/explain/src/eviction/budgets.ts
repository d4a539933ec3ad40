import { EvictionBudgets, type BudgetObject, type EvictablePod, type EvictionBudget } from '#api-server';
import type { PlacedPod, ReadableSnapshot } from '#scheduler';
import type { StrainedBudget } from '../pair/index.js';

/** The PodDisruptionBudgets of a cluster, asked about possible evictions as the eviction API would answer. */
export class Budgets {
  readonly #budgets: EvictionBudgets;
  readonly #concerned = new WeakMap<PlacedPod, readonly EvictionBudget[]>();

  constructor({ objects: { podDisruptionBudgets = [] } }: Pick<ReadableSnapshot, 'objects'>) {
    this.#budgets = new EvictionBudgets(podDisruptionBudgets as readonly BudgetObject[]);
  }

  /** Budgets that forbid to evict these pods together, and how many evictions each would have to allow. */
  strained(pods: readonly PlacedPod[]): StrainedBudget[] {
    const needed = new Map<EvictionBudget, number>();
    const overlapping = new Set<EvictionBudget>();
    for (const pod of pods) {
      const budgets = this.#concernedBy(pod);
      for (const budget of budgets) needed.set(budget, (needed.get(budget) ?? 0) + 1);
      if (budgets.length > 1) for (const budget of budgets) overlapping.add(budget);
    }
    return [...needed].flatMap(([budget, count]) => {
      const { namespace, name } = budget;
      const allowed = budget.allowed();
      const several = overlapping.has(budget);
      if (count <= allowed && !several) return [];
      return [{ namespace, name, allowed, needed: count, ...(several && { severalBudgets: true as const }) }];
    });
  }

  /** Pods that are taken in this order, and that the eviction API refuses by then. */
  beyond(pods: readonly PlacedPod[]): ReadonlySet<PlacedPod> {
    const taken = new Map<EvictionBudget, number>();
    const beyond = new Set<PlacedPod>();
    for (const pod of pods) {
      const verdict = this.#budgets.verdict(this.#evictable(pod), taken);
      if (!verdict.allowed) beyond.add(pod);
      else if (verdict.counts !== null) taken.set(verdict.counts, (taken.get(verdict.counts) ?? 0) + 1);
    }
    return beyond;
  }

  /** The budgets that judge the eviction of a pod, whose answers are kept: a search asks for the same pods again. */
  #concernedBy(pod: PlacedPod): readonly EvictionBudget[] {
    const known = this.#concerned.get(pod);
    if (known !== undefined) return known;
    const verdict = this.#budgets.verdict(this.#evictable(pod));
    const counted = verdict.allowed && verdict.counts !== null ? this.#budgets.of(pod) : [];
    const budgets = verdict.allowed ? counted : verdict.budgets;
    this.#concerned.set(pod, budgets);
    return budgets;
  }

  /** Of a pod that its budgets do not know, it is assumed that it runs and is ready. */
  #evictable({ namespace, name, labels, terminating }: PlacedPod): EvictablePod {
    const known = this.#budgets.known({ namespace, name, labels });
    return known ?? { namespace, name, labels, exempt: terminating ? 'terminating' : null, ready: true };
  }
}
