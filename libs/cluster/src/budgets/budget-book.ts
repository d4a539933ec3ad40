import { compileLabelSelector, type PodDisruptionBudget } from '#kubernetes';
import { canonicalBytes, equalBytes } from '#ledger';
import { budgetStatus, type BudgetPod, type BudgetStatus } from './budget-status.js';

/** A budget of the current state. */
export interface StoredBudget {
  readonly object: PodDisruptionBudget;
  readonly createdPosition: bigint;
}

/** A pod by its name. */
export interface NamedPod {
  readonly namespace: string;
  readonly name: string;
}

/** A budget whose status follows the pods that the book is told of: it is counted again when it is read after a change. */
class LiveBudget {
  readonly #selects: (labels: Readonly<Record<string, string>>) => boolean;
  readonly #pods = new Map<string, BudgetPod>();
  #status: BudgetStatus | undefined;

  constructor(
    readonly stored: StoredBudget,
    private readonly book: { readonly at: Date; readonly replicasOf: (controller: string) => number | undefined },
  ) {
    const matches = compileLabelSelector(stored.object.spec.selector);
    this.#selects = typeof matches === 'function' ? matches : () => false;
  }

  get metadata(): PodDisruptionBudget['metadata'] {
    return this.stored.object.metadata;
  }
  get spec(): PodDisruptionBudget['spec'] {
    return this.stored.object.spec;
  }

  get status(): BudgetStatus {
    this.#status ??= budgetStatus(this.stored.object, { pods: [...this.#pods.values()], ...this.book });
    return this.#status;
  }

  add(pod: BudgetPod): void {
    if (!this.#selects(pod.labels)) return;
    this.#pods.set(pod.name, pod);
    this.#status = undefined;
  }

  bound(name: string): void {
    const pod = this.#pods.get(name);
    if (pod !== undefined) this.add({ ...pod, running: true });
  }

  gone(name: string): void {
    if (this.#pods.delete(name)) this.#status = undefined;
  }
}

/** The PodDisruptionBudgets of a cluster or of some namespaces, and the pods that they select. */
export class BudgetBook {
  readonly #byNamespace = new Map<string, LiveBudget[]>();
  readonly #replicas = new Map<string, number>();

  /** `at` is the time by which disruptions are counted. */
  constructor(
    budgets: readonly StoredBudget[],
    readonly at: Date,
  ) {
    for (const stored of budgets) {
      const { namespace = '' } = stored.object.metadata;
      const budget = new LiveBudget(stored, { at, replicasOf: (controller) => this.#replicas.get(controller) });
      this.#byNamespace.set(namespace, [...this.#in(namespace), budget]);
    }
  }

  /** Those that have a budget. */
  get namespaces(): readonly string[] {
    return [...this.#byNamespace.keys()];
  }

  /** The budgets, whose status is the present one whenever it is read. */
  get budgets(): readonly Pick<LiveBudget, 'metadata' | 'spec' | 'status'>[] {
    return [...this.#byNamespace.values()].flat();
  }

  /** A controller and the replicas that it wants. */
  addController(uid: string, replicas: number): void {
    this.#replicas.set(uid, replicas);
  }

  addPod(pod: BudgetPod): void {
    for (const budget of this.#in(pod.namespace)) budget.add(pod);
  }

  podBound({ namespace, name }: NamedPod): void {
    for (const budget of this.#in(namespace)) budget.bound(name);
  }

  podGone({ namespace, name }: NamedPod): void {
    for (const budget of this.#in(namespace)) budget.gone(name);
  }

  /** Budgets with the status that they should have, where it is another than the one they have. */
  outdated(): StoredBudget[] {
    return [...this.#byNamespace.values()].flat().flatMap(({ stored, status }) => {
      const { object, createdPosition } = stored;
      if (equalBytes(canonicalBytes(object.status ?? null), canonicalBytes(status))) return [];
      return [{ object: { ...object, status: { ...status } }, createdPosition }];
    });
  }

  #in(namespace: string): readonly LiveBudget[] {
    return this.#byNamespace.get(namespace) ?? [];
  }
}
