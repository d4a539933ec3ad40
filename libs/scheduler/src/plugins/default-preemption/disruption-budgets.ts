import { compileRequirements, labelSelectorRequirements, type LabelMatcher, type LabelSelector } from '#apimachinery';
import { noPod, type ClusterObject, type ObjectKind, type ObjectLists } from '../../objects/index.js';
import type { PlacedPod } from '../../snapshot/index.js';

/** Budgets change whenever pods come and go: nothing that depends on them is stored. */
export const POD_DISRUPTION_BUDGETS = {
  kind: 'PodDisruptionBudget',
  list: 'podDisruptionBudgets',
  concerns: noPod,
} as const satisfies ObjectKind;

/** What a budget selects, and its place among those of its set. */
interface Budget {
  readonly place: number;
  readonly namespace: string;
  readonly name: string;
  readonly matches: LabelMatcher;
  /** Its status is another one whenever pods come and go. */
  readonly object: BudgetShape;
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

/**
 * The budgets of a list that select anything, without what they allow: that changes with every pod, what they select
 * hardly ever.
 */
class BudgetSet {
  static readonly #made = new WeakMap<readonly ClusterObject[], BudgetSet>();
  /** Sets with the same text select the same pods by the same places. */
  readonly text: string;
  readonly budgets: readonly Budget[];
  readonly #byNamespace = new Map<string, NamespaceBudgets>();

  private constructor(objects: readonly ClusterObject[]) {
    const budgets: Budget[] = [];
    for (const object of objects) budgets.push(...readBudget(object as BudgetShape, budgets.length));
    this.budgets = budgets;
    this.text = JSON.stringify(budgets.map(({ namespace, object }) => [namespace, object.spec?.selector]));
    for (const budget of budgets) {
      const entry = this.#byNamespace.get(budget.namespace) ?? { budgets: [], byLabels: new WeakMap() };
      this.#byNamespace.set(budget.namespace, entry);
      entry.budgets.push(budget);
    }
  }

  /** Made once for the same list. */
  static of(objects: readonly ClusterObject[]): BudgetSet {
    const made = BudgetSet.#made.get(objects) ?? new BudgetSet(objects);
    BudgetSet.#made.set(objects, made);
    return made;
  }

  /** The budgets that select the pod. Pods of one shape share their labels, and are matched once. */
  selecting({ namespace, labels }: PlacedPod): readonly Budget[] {
    const entry = this.#byNamespace.get(namespace);
    if (entry === undefined || labels === undefined) return NO_BUDGETS;
    let selecting = entry.byLabels.get(labels);
    if (selecting === undefined) {
      selecting =
        Object.keys(labels).length === 0 ? NO_BUDGETS : entry.budgets.filter(({ matches }) => matches(labels));
      entry.byLabels.set(labels, selecting);
    }
    return selecting;
  }
}

interface NamespaceBudgets {
  readonly budgets: Budget[];
  readonly byLabels: WeakMap<object, readonly Budget[]>;
}

const NO_BUDGETS: readonly Budget[] = Object.freeze([]);

/** How one budget stood to the pods of a node: it protects all of them but the first few. */
interface Stand {
  readonly place: number;
  /** How many of the pods take from it. */
  readonly pods: number;
  /** How many of these it let go. */
  readonly spared: number;
  /** The pods that take nothing from it because their disruption is counted already. */
  readonly disrupted: string;
}

/** How the budgets stood to the pods of nodes, which many nodes have in common, and whether they still do. */
export interface Stands {
  readonly set: BudgetSet;
  readonly list: readonly Stand[];
  /** By whom `hold` was last found out. */
  askedBy: DisruptionBudgets;
  hold: boolean;
}

/** Pods that budgets protect, and what that depends on beside the pods. */
export interface Protection {
  readonly violating: ReadonlySet<PlacedPod>;
  readonly stands: Stands;
}

const NO_STANDS: readonly Stand[] = Object.freeze([]);
const NO_PODS: ReadonlySet<PlacedPod> = new Set();

/** The PodDisruptionBudgets of a cluster that select anything, as they are when this is made. */
export class DisruptionBudgets {
  readonly #set: BudgetSet;
  /** By place. */
  readonly #allowed: Float64Array;
  /** Pods whose disruption has been counted already, by place: by name, and their names in one text. */
  readonly #disrupted: readonly DisruptedPods[];
  readonly #stands = new Map<string, Stands>();
  #compared: BudgetSet;
  #isSame = true;

  constructor({ [POD_DISRUPTION_BUDGETS.list]: objects = NO_OBJECTS }: ObjectLists) {
    this.#set = BudgetSet.of(objects);
    this.#compared = this.#set;
    const { budgets } = this.#set;
    this.#allowed = new Float64Array(budgets.length);
    this.#disrupted = budgets.map(({ place, object: { status } }) => {
      this.#allowed[place] = status?.disruptionsAllowed ?? 0;
      const names = Object.keys(status?.disruptedPods ?? NO_STATUS);
      return names.length === 0 ? NOT_DISRUPTED : { names: new Set(names), text: names.sort().join() };
    });
  }

  /**
   * Which of the pods, taken in this order, more disruptions than allowed would hit. A pod takes from every budget that
   * selects it, the exhausted ones too. As kube-scheduler v1.34 filterPodsWithPDBViolation.
   */
  protection(pods: readonly PlacedPod[]): Protection {
    const set = this.#set;
    let taken: Map<number, number> | null = null;
    let violating: Set<PlacedPod> | null = null;
    for (const pod of pods) {
      for (const { place } of set.selecting(pod)) {
        taken ??= new Map<number, number>();
        const before = taken.get(place) ?? 0;
        if (this.#isDisrupted(place, pod)) {
          taken.set(place, before);
          continue;
        }
        taken.set(place, before + 1);
        if ((this.#allowed[place] ?? 0) - before - 1 < 0) (violating ??= new Set<PlacedPod>()).add(pod);
      }
    }
    const list = taken === null ? NO_STANDS : Array.from(taken, ([place, count]) => this.#stand(place, count));
    return { violating: violating ?? NO_PODS, stands: this.#shared(list) };
  }

  /** Whether these budgets protect the same pods of the nodes as those did that stood like this. */
  standAs(stands: Stands | null): boolean {
    if (stands === null) return false;
    if (stands.askedBy !== this) {
      stands.hold = this.#isSameSet(stands.set) && stands.list.every((stand) => this.#stillStands(stand));
      stands.askedBy = this;
    }
    return stands.hold;
  }

  /** The budgets that the loss of all of these pods breaks. */
  broken(pods: readonly PlacedPod[]): readonly BrokenBudget[] {
    const needed = new Map<number, number>();
    for (const pod of pods) {
      for (const { place } of this.#set.selecting(pod))
        if (!this.#isDisrupted(place, pod)) needed.set(place, (needed.get(place) ?? 0) + 1);
    }
    return this.#set.budgets.flatMap(({ place, namespace, name }) => {
      const [allowed, all] = [this.#allowed[place] ?? 0, needed.get(place) ?? 0];
      return all > allowed ? [{ namespace, name, allowed, needed: all }] : [];
    });
  }

  #isSameSet(set: BudgetSet): boolean {
    if (set !== this.#compared) {
      this.#compared = set;
      this.#isSame = set === this.#set || set.text === this.#set.text;
    }
    return this.#isSame;
  }

  #stillStands({ place, pods, spared, disrupted }: Stand): boolean {
    return this.#spares(place, pods) === spared && this.#disrupted[place]?.text === disrupted;
  }

  /** The same for the same list as long as these budgets are asked. */
  #shared(list: readonly Stand[]): Stands {
    const key = list.map(({ place, pods, spared }) => `${place} ${pods} ${spared}`).join();
    let stands = this.#stands.get(key);
    if (stands === undefined) this.#stands.set(key, (stands = { set: this.#set, list, askedBy: this, hold: true }));
    return stands;
  }

  #stand(place: number, pods: number): Stand {
    return { place, pods, spared: this.#spares(place, pods), disrupted: this.#disrupted[place]?.text ?? '' };
  }

  /** How many of so many pods the budget lets go. */
  #spares(place: number, pods: number): number {
    return Math.max(0, Math.min(pods, this.#allowed[place] ?? 0));
  }

  #isDisrupted(place: number, { name }: PlacedPod): boolean {
    return this.#disrupted[place]?.names.has(name) === true;
  }
}

interface DisruptedPods {
  readonly names: ReadonlySet<string>;
  readonly text: string;
}

const NO_OBJECTS: readonly ClusterObject[] = Object.freeze([]);
const NO_STATUS = Object.freeze({});
const NOT_DISRUPTED: DisruptedPods = Object.freeze({ names: new Set<string>(), text: '' });

/** A selector that is absent, empty or malformed selects nothing. */
function readBudget(object: BudgetShape, place: number): readonly Budget[] {
  const { metadata } = object;
  const selector = object.spec?.selector;
  if (!selector) return [];
  const read = labelSelectorRequirements(selector);
  if ('problems' in read || read.requirements.length === 0) return [];
  const matches = compileRequirements(read.requirements);
  return [{ place, namespace: metadata?.namespace ?? '', name: metadata?.name ?? '', matches, object }];
}
