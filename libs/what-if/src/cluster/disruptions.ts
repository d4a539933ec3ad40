import { evictablePod, EvictionBudgets, type BudgetObject, type EvictionRefusal } from '#api-server';
import type { Pod, ReadableSnapshot } from '#scheduler';

/** An object of a namespace, by its names. */
export interface NamedBudget {
  readonly namespace: string;
  readonly name: string;
}

/** Why the eviction API refuses a pod, and the budgets that are the reason. */
export interface RefusedEviction {
  readonly reason: EvictionRefusal;
  readonly budgets: readonly NamedBudget[];
}

/** What the budgets of a snapshot have against evictions, whenever they are asked. */
export class Disruptions {
  readonly #budgets: EvictionBudgets;

  constructor({ objects: { podDisruptionBudgets = [] } }: Pick<ReadableSnapshot, 'objects'>) {
    this.#budgets = new EvictionBudgets(podDisruptionBudgets as readonly BudgetObject[]);
  }

  /** What the eviction API refuses the pod for now; null: it lets the pod go. */
  refusing(pod: Pod): RefusedEviction | null {
    const verdict = this.#budgets.verdict(evictablePod(pod));
    if (verdict.allowed) return null;
    return { reason: verdict.reason, budgets: verdict.budgets.map(({ namespace, name }) => ({ namespace, name })) };
  }

  /** Whether any budget selects the pod. */
  protects(pod: Pod): boolean {
    return this.#budgets.of(evictablePod(pod)).length > 0;
  }
}

/** A refusal as a part of a sentence: `PodDisruptionBudget shop/web allows no more disruptions`. */
export function refusalInWords({ reason, budgets }: RefusedEviction): string {
  const names = budgets.map(({ namespace, name }) => `${namespace}/${name}`).join(' and ');
  return reason === 'severalBudgets'
    ? `the eviction API refuses a pod with more than one PodDisruptionBudget (${names})`
    : `PodDisruptionBudget ${names} allows no more disruptions`;
}
