import { compileLabelSelector, type LabelMatcher, type LabelSelector } from '#kubernetes';
import type { ClusterObject, PlacedPod, ReadableSnapshot } from '#scheduler';
import type { StrainedBudget } from '../pair/index.js';

interface Budget {
  readonly namespace: string;
  readonly name: string;
  readonly allowed: number;
  readonly matches: LabelMatcher;
}

interface BudgetShape extends ClusterObject {
  readonly spec?: { readonly selector?: LabelSelector | null };
  readonly status?: { readonly disruptionsAllowed?: number };
}

/** The PodDisruptionBudgets of a cluster, asked about possible evictions. */
export class Budgets {
  readonly #budgets: readonly Budget[];

  constructor({ objects: { podDisruptionBudgets = [] } }: ReadableSnapshot) {
    this.#budgets = podDisruptionBudgets.flatMap((object) => readBudget(object as BudgetShape));
  }

  /** Budgets that allow fewer disruptions than these pods together would be. */
  strained(pods: readonly PlacedPod[]): StrainedBudget[] {
    return this.#budgets.flatMap((budget) => {
      const needed = pods.filter((pod) => protects(budget, pod)).length;
      const { namespace, name, allowed } = budget;
      return needed > allowed ? [{ namespace, name, allowed, needed }] : [];
    });
  }

  /** Pods that are taken in this order, and for which a budget has nothing left by then. */
  beyond(pods: readonly PlacedPod[]): ReadonlySet<PlacedPod> {
    const left = new Map(this.#budgets.map((budget) => [budget, budget.allowed]));
    const beyond = new Set<PlacedPod>();
    for (const pod of pods) {
      const own = this.#budgets.filter((budget) => protects(budget, pod));
      if (own.some((budget) => (left.get(budget) ?? 0) <= 0)) beyond.add(pod);
      else for (const budget of own) left.set(budget, (left.get(budget) ?? 0) - 1);
    }
    return beyond;
  }
}

function protects({ namespace, matches }: Budget, pod: PlacedPod): boolean {
  return namespace === pod.namespace && matches(pod.labels);
}

/** A selector that is absent selects nothing. */
function readBudget({ metadata, spec, status }: BudgetShape): readonly Budget[] {
  const matches = spec?.selector ? compileLabelSelector(spec.selector) : undefined;
  if (typeof matches !== 'function') return [];
  const { namespace = '', name = '' } = metadata ?? {};
  return [{ namespace, name, allowed: status?.disruptionsAllowed ?? 0, matches }];
}
