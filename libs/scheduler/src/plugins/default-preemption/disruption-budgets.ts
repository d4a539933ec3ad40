import { compileRequirements, labelSelectorRequirements, type LabelMatcher, type LabelSelector } from '#kubernetes';
import { noPod, type ClusterObject, type ObjectKind, type ObjectLists } from '../../objects/index.js';
import type { PlacedPod } from '../../snapshot/index.js';

/** Budgets change whenever pods come and go: nothing that depends on them is stored. */
export const POD_DISRUPTION_BUDGETS = {
  kind: 'PodDisruptionBudget',
  list: 'podDisruptionBudgets',
  concerns: noPod,
} as const satisfies ObjectKind;

interface Budget {
  readonly namespace: string;
  readonly name: string;
  readonly matches: LabelMatcher;
  readonly disruptionsAllowed: number;
  /** Pods whose disruption has been counted already, by name. */
  readonly disruptedPods: ReadonlySet<string>;
}

interface BudgetShape extends ClusterObject {
  readonly spec?: { readonly selector?: LabelSelector | null };
  readonly status?: {
    readonly disruptionsAllowed?: number;
    readonly disruptedPods?: Readonly<Record<string, unknown>> | null;
  };
}

/** A budget that allows fewer disruptions than some pods would be. */
export interface BrokenBudget {
  readonly namespace: string;
  readonly name: string;
  readonly allowed: number;
  readonly needed: number;
}

/** The PodDisruptionBudgets of a cluster that select anything. */
export class DisruptionBudgets {
  readonly #budgets: readonly Budget[];

  constructor({ [POD_DISRUPTION_BUDGETS.list]: budgets = [] }: ObjectLists) {
    this.#budgets = budgets.flatMap((object) => readBudget(object as BudgetShape));
  }

  /** Nothing is protected. */
  get isEmpty(): boolean {
    return this.#budgets.length === 0;
  }

  /**
   * Which of the pods, taken in this order, more disruptions than allowed would hit. A pod takes from every budget that
   * selects it, the exhausted ones too. As kube-scheduler v1.34 filterPodsWithPDBViolation.
   */
  violations(pods: readonly PlacedPod[]): ReadonlySet<PlacedPod> {
    const left = this.#budgets.map(({ disruptionsAllowed }) => disruptionsAllowed);
    const violating = new Set<PlacedPod>();
    for (const pod of pods) {
      this.#budgets.forEach((budget, index) => {
        if (!counts(budget, pod)) return;
        const rest = (left[index] ?? 0) - 1;
        left[index] = rest;
        if (rest < 0) violating.add(pod);
      });
    }
    return violating;
  }

  /** The budgets that the loss of all of these pods breaks. */
  broken(pods: readonly PlacedPod[]): readonly BrokenBudget[] {
    return this.#budgets.flatMap((budget) => {
      const { namespace, name, disruptionsAllowed: allowed } = budget;
      const needed = pods.filter((pod) => counts(budget, pod)).length;
      return needed > allowed ? [{ namespace, name, allowed, needed }] : [];
    });
  }
}

function counts({ namespace, matches, disruptedPods }: Budget, pod: PlacedPod): boolean {
  return (
    namespace === pod.namespace &&
    Object.keys(pod.labels ?? {}).length > 0 &&
    matches(pod.labels) &&
    !disruptedPods.has(pod.name)
  );
}

/** A selector that is absent, empty or malformed selects nothing. */
function readBudget({ metadata, spec, status }: BudgetShape): readonly Budget[] {
  const selector = spec?.selector;
  if (!selector) return [];
  const read = labelSelectorRequirements(selector);
  if ('problems' in read || read.requirements.length === 0) return [];
  return [
    {
      namespace: metadata?.namespace ?? '',
      name: metadata?.name ?? '',
      matches: compileRequirements(read.requirements),
      disruptionsAllowed: status?.disruptionsAllowed ?? 0,
      disruptedPods: new Set(Object.keys(status?.disruptedPods ?? {})),
    },
  ];
}
