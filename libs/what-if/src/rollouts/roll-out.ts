import { IncrementalExecutor, podKey, podUid, type Pod, type Profile } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import type { StoppedRollout } from '../findings/index.js';
import { place, type Placing } from '../placing/index.js';
import { madePod, type RolloutPlan } from '../steps/index.js';
import { replaceEach } from './replace-each.js';

/**
 * Replaces the pods of a Deployment as its controller does: as many new ones as may come, then as many old ones go as
 * may go, again and again. Answers where it stands still; undefined where it goes through. Pods that have a node are
 * taken for available. // as kubernetes v1.34 deployment rolloutRolling
 */
export function* rollOut(
  cluster: HypotheticalCluster,
  plan: RolloutPlan,
  profileOf: (pod: Pod) => Profile,
): Generator<void, StoppedRollout | undefined, undefined> {
  const placing = { snapshot: plan.snapshot, executor: new IncrementalExecutor(), profileOf, at: cluster.at };
  if (plan.replaced !== undefined) return yield* replaceEach(cluster, { ...plan, replaced: plan.replaced }, placing);
  const rollout = new Rollout(cluster, plan, placing);
  while (rollout.step()) yield;
  return rollout.stopped;
}

class Rollout {
  readonly #coming: Pod[];
  /** New pods without a node. */
  #waiting: Pod[] = [];
  #updated = 0;
  #old: Pod[];
  #oldWaiting: Pod[];
  /** Why the last pod that did not come did not. */
  #message = '';

  constructor(
    cluster: HypotheticalCluster,
    private readonly plan: RolloutPlan,
    private readonly placing: Placing,
  ) {
    const { workload, old } = plan;
    this.#coming = workload.podsFrom(0, workload.replicas).flatMap((next) => {
      const made = madePod(cluster, workload, next);
      return 'pod' in made ? [made.pod] : [];
    });
    const added = (plan.added ?? []).filter((pod) => plan.quotas.refusal(pod) === undefined);
    for (const pod of added) plan.quotas.came(pod);
    const waiting = added.filter((pod) => place(this.placing, pod).node === null);
    const placed = added.filter((pod) => !waiting.includes(pod));
    this.#old = [...placed, ...old.filter(({ spec }) => spec?.nodeName !== undefined)];
    this.#oldWaiting = [...waiting, ...old.filter(({ spec }) => spec?.nodeName === undefined)];
  }

  /** One round; false where nothing happened. */
  step(): boolean {
    const came = this.#come();
    const placed = this.#place();
    return this.#go() || came || placed;
  }

  get stopped(): StoppedRollout | undefined {
    const { given, workload, index, maxSurge, maxUnavailable } = this.plan;
    const { apiVersion, kind, namespace, name } = given;
    if (this.#updated >= workload.replicas) return undefined;
    const at = `the rollout stands still at ${this.#updated} of ${workload.replicas} pods`;
    const terms = `${maxSurge} more and ${maxUnavailable} fewer than wanted may be there`;
    const message = `${at}, ${this.#old.length} old ones stay (${terms}): ${this.#message}`;
    const counts = { replicas: workload.replicas, updated: this.#updated, old: this.#old.length };
    return { index, apiVersion, kind, namespace, name, ...counts, maxSurge, maxUnavailable, message };
  }

  get #total(): number {
    return this.#old.length + this.#oldWaiting.length + this.#waiting.length + this.#updated;
  }

  #come(): boolean {
    const { workload, maxSurge, quotas } = this.plan;
    const most = workload.replicas + maxSurge - this.#total;
    let came = 0;
    while (came < most) {
      const [next] = this.#coming;
      if (next === undefined) break;
      const refusal = quotas.refusal(next);
      if (refusal !== undefined) {
        this.#message = refusal;
        break;
      }
      quotas.came(next);
      this.#coming.shift();
      this.#waiting.push(next);
      came += 1;
    }
    return came > 0;
  }

  #place(): boolean {
    const waiting = this.#waiting.filter((pod) => {
      const { node, message } = place(this.placing, pod);
      if (node === null) this.#message = `${podKey(pod)} finds no node: ${message}`;
      return node === null;
    });
    const placed = this.#waiting.length - waiting.length;
    this.#waiting = waiting;
    this.#updated += placed;
    return placed > 0;
  }

  #go(): boolean {
    const least = this.plan.workload.replicas - this.plan.maxUnavailable;
    const most = this.#total - least - this.#waiting.length;
    const unhealthy = this.#oldWaiting.splice(0, Math.max(0, most));
    const available = this.#old.length + this.#updated - least;
    const gone = this.#old.splice(0, Math.max(0, Math.min(available, most - unhealthy.length)));
    for (const pod of gone) this.placing.snapshot.removePod(podUid(pod));
    for (const pod of [...unhealthy, ...gone]) this.plan.quotas.went(pod);
    return unhealthy.length + gone.length > 0;
  }
}
