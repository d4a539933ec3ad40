import type { BudgetPod } from './budget-pod.js';

/**
 * The pods that a budget selects, counted as they come and go: what its status is made of is not
 * counted anew for each of them.
 */
export class SelectedPods {
  readonly #pods = new Map<string, BudgetPod>();
  readonly #byController = new Map<string, number>();
  #healthy = 0;

  constructor(pods: Iterable<BudgetPod> = []) {
    for (const pod of pods) this.put(pod);
  }

  get count(): number {
    return this.#pods.size;
  }

  /** Those that are healthy, including those with an announced disruption. */
  get healthy(): number {
    return this.#healthy;
  }

  /** Controllers, and how many of the pods each has. Pods without a controller are not counted. */
  get byController(): ReadonlyMap<string, number> {
    return this.#byController;
  }

  get(name: string): BudgetPod | undefined {
    return this.#pods.get(name);
  }

  put(pod: BudgetPod): void {
    this.remove(pod.name);
    this.#pods.set(pod.name, pod);
    this.#count(pod, 1);
  }

  /** Whether it was there. */
  remove(name: string): boolean {
    const pod = this.#pods.get(name);
    if (pod === undefined) return false;
    this.#pods.delete(name);
    this.#count(pod, -1);
    return true;
  }

  #count(pod: BudgetPod, by: 1 | -1): void {
    const { controller } = pod;
    if (isHealthy(pod)) this.#healthy += by;
    if (controller === null) return;
    const count = (this.#byController.get(controller) ?? 0) + by;
    if (count === 0) this.#byController.delete(controller);
    else this.#byController.set(controller, count);
  }
}

/** Its Ready condition says so, or, when it has none, it is on a node and has not ended. */
export function isHealthy({ ready, running, terminating }: BudgetPod): boolean {
  if (terminating) return false;
  return ready === null ? running : ready === 'True';
}
