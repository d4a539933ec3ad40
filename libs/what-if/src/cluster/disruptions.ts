import { compileLabelSelector, type LabelMatcher, type LabelSelector } from '#kubernetes';
import type { ClusterObject, Pod, ReadableSnapshot } from '#scheduler';

/** A PodDisruptionBudget by its names, and how many of its pods may go now. */
export interface BudgetLimit {
  readonly namespace: string;
  readonly name: string;
  readonly allowed: number;
}

interface BudgetShape extends ClusterObject {
  readonly spec?: { readonly selector?: LabelSelector | null };
  readonly status?: { readonly disruptionsAllowed?: number };
}

interface Budget {
  /** Its status is read when it is asked. */
  readonly object: BudgetShape;
  readonly matches: LabelMatcher;
}

/** What the budgets of a snapshot have against evictions, whenever they are asked. */
export class Disruptions {
  readonly #budgets = new Map<string, Budget[]>();

  constructor({ objects: { podDisruptionBudgets = [] } }: Pick<ReadableSnapshot, 'objects'>) {
    for (const object of podDisruptionBudgets as readonly BudgetShape[]) {
      const { namespace = '' } = object.metadata ?? {};
      // A selector that is absent selects nothing.
      const matches = object.spec?.selector ? compileLabelSelector(object.spec.selector) : undefined;
      if (typeof matches !== 'function') continue;
      this.#budgets.set(namespace, [...(this.#budgets.get(namespace) ?? []), { object, matches }]);
    }
  }

  /** The budgets that forbid the eviction of the pod now. */
  forbidding({ metadata = {} }: Pod): BudgetLimit[] {
    const { namespace = '', labels } = metadata;
    return (this.#budgets.get(namespace) ?? [])
      .filter(({ matches }) => matches(labels))
      .map(({ object: { metadata: { name = '' } = {}, status } }) => ({
        namespace,
        name,
        allowed: status?.disruptionsAllowed ?? 0,
      }))
      .filter(({ allowed }) => allowed <= 0);
  }
}
