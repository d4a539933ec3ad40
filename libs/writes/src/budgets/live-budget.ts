import { compileLabelSelector } from '#apimachinery';
import type { EvictablePod } from '#api-server';
import type { PodDisruptionBudget } from '#kubernetes';
import { canonicalBytes, equalBytes } from '#ledger';
import { evictableOf, type BudgetPod } from './budget-pod.js';
import { budgetStatus, type BudgetStatus } from './budget-status.js';
import { SelectedPods } from './selected-pods.js';

/** A budget of the current state. */
export interface StoredBudget {
  readonly object: PodDisruptionBudget;
  readonly createdPosition: bigint;
}

/** What a budget reads beside its pods. */
export interface BudgetContext {
  /** The time by which disruptions are counted. */
  readonly at: Date;
  /** The replicas that a controller wants, by its uid. */
  readonly replicas: ReadonlyMap<string, number>;
}

/** A budget whose status follows the pods that are reported to it: it is computed when it is read after a change. */
export class LiveBudget {
  readonly #selects: (labels: Readonly<Record<string, string>>) => boolean;
  readonly #around: BudgetContext;
  #pods = new SelectedPods();
  #status: BudgetStatus | undefined;

  constructor(
    readonly stored: StoredBudget,
    around: BudgetContext,
  ) {
    this.#around = around;
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
    const { at, replicas } = this.#around;
    this.#status ??= budgetStatus(this.stored.object, {
      pods: this.#pods,
      replicasOf: (controller) => replicas.get(controller),
      at,
    });
    return this.#status;
  }

  /** A pod that it selects, as the eviction API reads it. */
  evictable(name: string): EvictablePod | undefined {
    const pod = this.#pods.get(name);
    return pod && evictableOf(pod);
  }

  /** Whether the status that it has is the one that it should have. */
  get isRight(): boolean {
    return equalBytes(canonicalBytes(this.stored.object.status ?? null), canonicalBytes(this.status));
  }

  /** Takes over the pods of an earlier version, where both select the same; the earlier one is not used any more. */
  takeOver(earlier: LiveBudget | undefined, pods: Iterable<BudgetPod>): void {
    if (earlier !== undefined && sameSelector(earlier, this)) this.#pods = earlier.#pods;
    else for (const pod of pods) this.put(pod);
  }

  put(pod: BudgetPod): void {
    if (this.#selects(pod.labels)) this.#pods.put(pod);
    else if (!this.#pods.remove(pod.name)) return;
    this.#status = undefined;
  }

  remove(name: string): void {
    if (this.#pods.remove(name)) this.#status = undefined;
  }

  /** What is around it has changed. */
  recount(): void {
    this.#status = undefined;
  }
}

function sameSelector(a: LiveBudget, b: LiveBudget): boolean {
  return equalBytes(canonicalBytes(a.spec.selector ?? null), canonicalBytes(b.spec.selector ?? null));
}
