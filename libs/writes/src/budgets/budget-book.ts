import type { BudgetPod } from './budget-pod.js';
import { LiveBudget, type BudgetContext, type StoredBudget } from './live-budget.js';

/** A pod by its name. */
export interface NamedPod {
  readonly namespace: string;
  readonly name: string;
}

/** An object of a kind that wants pods. */
export interface NamedController extends NamedPod {
  readonly kind: string;
}

/** What a controller wants. */
export interface Replicas {
  readonly uid: string;
  readonly replicas: number;
}

/**
 * A namespace that has budgets: all pods of it, for budgets may change what they select, and its
 * controllers by kind and name.
 */
interface Entry {
  budgets: readonly LiveBudget[];
  readonly pods: Map<string, BudgetPod>;
  readonly controllers: Map<string, Replicas>;
}

/**
 * The PodDisruptionBudgets of a cluster or of some namespaces, and the pods that they select. `rollback` undoes the
 * changes that were reported to the book since `mark`.
 */
export class BudgetBook {
  readonly #entries = new Map<string, Entry>();
  readonly #replicas = new Map<string, number>();
  #around: BudgetContext;
  /** Undo steps for the changes that were reported since the mark, the last first. */
  #undo: (() => void)[] | undefined;

  constructor(budgets: readonly StoredBudget[] = [], at: Date = new Date(0)) {
    this.#around = { at, replicas: this.#replicas };
    this.renew(budgets, { at });
  }

  /** The time by which disruptions are counted. */
  get at(): Date {
    return this.#around.at;
  }

  /** Those that have a budget. */
  get namespaces(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** The budgets, whose status is the present one whenever it is read. */
  get budgets(): readonly Pick<LiveBudget, 'metadata' | 'spec' | 'status' | 'evictable'>[] {
    return this.#live();
  }

  /** The budgets as they were given, in the same order. */
  get stored(): readonly StoredBudget[] {
    return this.#live().map(({ stored }) => stored);
  }

  /** The pods in it. */
  get podCount(): number {
    return [...this.#entries.values()].reduce((sum, { pods }) => sum + pods.size, 0);
  }

  /**
   * The budgets that there are now, of some namespaces or of all, in the order of their creation. Pods and
   * controllers of namespaces that had budgets before stay as they are; answers the namespaces whose pods and
   * controllers are not in the book.
   */
  renew(
    budgets: readonly StoredBudget[],
    { at, namespaces = this.namespaces }: { readonly at: Date; readonly namespaces?: readonly string[] },
  ): string[] {
    this.#around = { at, replicas: this.#replicas };
    const before = new Map(this.#entries);
    for (const namespace of namespaces) this.#entries.delete(namespace);
    const missing: string[] = [];
    for (const [namespace, some] of byNamespace(budgets)) {
      const known = before.get(namespace);
      if (known === undefined) missing.push(namespace);
      this.#entries.set(namespace, this.#entryOf(known, some));
      before.delete(namespace);
    }
    for (const [namespace, entry] of before) if (!this.#entries.has(namespace)) this.#forget(entry);
    return missing;
  }

  /** The pod as it is now; undefined when it is gone. */
  setPod({ namespace, name }: NamedPod, pod: BudgetPod | undefined): void {
    const entry = this.#entries.get(namespace);
    if (entry === undefined) return;
    const before = entry.pods.get(name);
    if (before === pod) return;
    this.#undo?.push(() => this.setPod({ namespace, name }, before));
    if (pod === undefined) {
      entry.pods.delete(name);
      for (const budget of entry.budgets) budget.remove(name);
    } else {
      entry.pods.set(name, pod);
      for (const budget of entry.budgets) budget.put(pod);
    }
  }

  addPod(pod: BudgetPod): void {
    this.setPod(pod, pod);
  }

  podBound(named: NamedPod): void {
    const pod = this.#entries.get(named.namespace)?.pods.get(named.name);
    if (pod !== undefined) this.setPod(pod, { ...pod, running: true });
  }

  podGone(named: NamedPod): void {
    this.setPod(named, undefined);
  }

  /** The replicas that a controller wants; undefined when it is gone. */
  setController(named: NamedController, wanted: Replicas | undefined): void {
    const entry = this.#entries.get(named.namespace);
    if (entry === undefined) return;
    const key = `${named.kind}/${named.name}`;
    const before = entry.controllers.get(key);
    if (before === undefined && wanted === undefined) return;
    this.#undo?.push(() => this.setController(named, before));
    if (before !== undefined) this.#replicas.delete(before.uid);
    if (wanted === undefined) entry.controllers.delete(key);
    else {
      entry.controllers.set(key, wanted);
      this.#replicas.set(wanted.uid, wanted.replicas);
    }
    for (const budget of entry.budgets) budget.recount();
  }

  /** Changes that are reported from here on can be rolled back. */
  mark(): void {
    this.#undo = [];
  }

  rollback(): void {
    const undo = this.#undo ?? [];
    this.#undo = undefined;
    for (const back of undo.reverse()) back();
  }

  /** The changes that were reported since the mark stay. */
  keep(): void {
    this.#undo = undefined;
  }

  /**
   * Budgets with the status that they should have, where it is another than the one they have; of
   * some namespaces or of all.
   */
  outdated(namespaces?: ReadonlySet<string>): StoredBudget[] {
    return this.#live(namespaces).flatMap((budget) => {
      if (budget.isRight) return [];
      const { object, createdPosition } = budget.stored;
      return [{ object: { ...object, status: { ...budget.status } }, createdPosition }];
    });
  }

  #live(namespaces?: ReadonlySet<string>): LiveBudget[] {
    return [...this.#entries].flatMap(([namespace, { budgets }]) =>
      namespaces === undefined || namespaces.has(namespace) ? budgets : [],
    );
  }

  #entryOf(known: Entry | undefined, budgets: readonly StoredBudget[]): Entry {
    const entry = known ?? {
      budgets: [],
      pods: new Map<string, BudgetPod>(),
      controllers: new Map<string, Replicas>(),
    };
    const before = new Map(entry.budgets.map((budget) => [budget.metadata.name, budget]));
    entry.budgets = budgets.map((stored) => {
      const budget = new LiveBudget(stored, this.#around);
      budget.takeOver(before.get(budget.metadata.name), entry.pods.values());
      return budget;
    });
    return entry;
  }

  #forget({ controllers }: Entry): void {
    for (const { uid } of controllers.values()) this.#replicas.delete(uid);
  }
}

/** In the order of the first budget of each. */
function byNamespace(budgets: readonly StoredBudget[]): Map<string, StoredBudget[]> {
  const groups = new Map<string, StoredBudget[]>();
  for (const stored of budgets) {
    const { namespace = '' } = stored.object.metadata;
    const group = groups.get(namespace) ?? [];
    groups.set(namespace, group);
    group.push(stored);
  }
  return groups;
}
