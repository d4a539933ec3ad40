import { equalJson } from '#json';
import { podOfTemplate, type KubernetesObject, type Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import {
  controllerOf,
  controllerReference,
  isGoing,
  keyOf,
  ofKey,
  uidOf,
  withController,
  withoutOwner,
} from '../../state/index.js';
import { availableAt, isActive } from '../../pods/index.js';
import { PodTallies } from './pod-tallies.js';
import { type ReplicaKind, type ReplicaSet, wantedReplicas } from './replica-set.js';
import { countsOf, sameStatus, statusOf, type Failure, type PodCounts } from './status.js';
import { victimsOf } from './victims.js';

/** How many pods one look creates or deletes at the most. // as BurstReplicas */
const BURST = 500;

/**
 * Keeps as many active pods as a set wants: adopts those that match, releases those that do not, creates and deletes.
 * Reads its sets and pods. Timers: when pods that are ready become available, and after a refusal.
 * // as kubernetes v1.34 pkg/controller/replicaset
 */
export class ReplicaSetController implements Controller {
  readonly #context: ControllerContext;
  readonly #kind: ReplicaKind;
  readonly #tallies: PodTallies;

  constructor(context: ControllerContext, kind: ReplicaKind) {
    this.#context = context;
    this.#kind = kind;
    this.#tallies = new PodTallies(context.state, kind);
  }

  *noticed(change: Change): Iterable<string> {
    this.#tallies.noticed(change);
    const { op, object, before } = change;
    if (object.kind === this.#kind.kind) {
      if (op !== 'delete') yield keyOf(object);
      return;
    }
    if (object.kind !== 'Pod') return;
    const owners = new Set([before, object].flatMap((one) => (one === null ? [] : this.#ownerOf(one))));
    yield* owners;
    const mayBeAdopted = op !== 'delete' && controllerOf(object) === undefined && !isGoing(object);
    if (mayBeAdopted && (before === null || changesOwners(before, object))) yield* this.#matching(object);
  }

  sync(key: string): void {
    const [namespace, name] = ofKey(key);
    const set = this.#context.state.get(this.#kind.kind, namespace, name) as ReplicaSet | undefined;
    if (set === undefined) return this.#context.succeeded(key);
    const counts = this.#unmoved(set);
    if (counts !== undefined) return this.#counted(key, set, { counts, failure: undefined });
    const pods = this.#claim(set);
    const failure = isGoing(set) ? undefined : this.#manage(set, pods);
    // Pods that this look created or deleted are counted by the next.
    this.#counted(key, set, { counts: countsOf(set, pods, this.#context.now), failure });
    this.#wakeWhenAvailable(key, set, pods);
  }

  /** How many pods a set has that needs no look at each: there are as many as it wants, none to adopt or release. */
  #unmoved(set: ReplicaSet): PodCounts | undefined {
    if ((set.spec.minReadySeconds ?? 0) !== 0 || isGoing(set)) return undefined;
    const { active, astray, labelled, ready } = this.#tallies.of(set);
    if (astray > 0 || active !== wantedReplicas(set) || this.#orphans(set).length > 0) return undefined;
    return { active, labelled, ready, available: ready };
  }

  #counted(
    key: string,
    set: ReplicaSet,
    { counts, failure }: { readonly counts: PodCounts; readonly failure: Failure | undefined },
  ): void {
    const { time, state } = this.#context;
    const status = statusOf(set, counts, { failure, time });
    const current = state.byUid(uidOf(set)) as ReplicaSet | undefined;
    if (current === undefined) return;
    if (!sameStatus(current.status, status)) this.#context.updateStatus({ ...current, status });
    if (failure === undefined) this.#context.succeeded(key);
    else this.#context.retry(key);
  }

  /** The active pods of a set, after it has adopted those that match and released those that do not. */
  #claim(set: ReplicaSet): Pod[] {
    const { state } = this.#context;
    const matches = this.#kind.matcher(set);
    const own = (state.dependants(uidOf(set)) as Pod[]).filter(
      (pod) => pod.kind === 'Pod' && controllerOf(pod)?.uid === set.metadata.uid && isActive(pod),
    );
    const kept = own.filter((pod) => {
      if (matches(pod.metadata.labels)) return true;
      if (!isGoing(set)) this.#context.update(withoutOwner(pod, uidOf(set)));
      return false;
    });
    if (isGoing(set)) return kept;
    return [...kept, ...this.#orphans(set).map((pod) => this.#context.update(withController(pod, set)))];
  }

  /** The active pods that no controller has and that the set adopts. */
  #orphans(set: ReplicaSet): Pod[] {
    const matches = this.#kind.matcher(set);
    const free = this.#tallies.free(set.metadata.namespace ?? '');
    return free.filter((pod) => isActive(pod) && matches(pod.metadata.labels));
  }

  #manage(set: ReplicaSet, pods: readonly Pod[]): Failure | undefined {
    const missing = wantedReplicas(set) - pods.length;
    if (missing > 0) return this.#create(set, Math.min(missing, BURST));
    if (missing < 0) this.#delete(set, pods, Math.min(-missing, BURST));
    return undefined;
  }

  /** Creates pods in batches of 1, 2, 4 ...; a batch with a refusal is the last. // as slowStartBatch */
  #create(set: ReplicaSet, count: number): Failure | undefined {
    let left = count;
    for (let batch = 1; left > 0; batch *= 2) {
      const size = Math.min(batch, left);
      const failures = Array.from({ length: size }, () => this.#createOne(set)).filter((one) => one !== undefined);
      if (failures[0] !== undefined) return failures[0] === 'terminating' ? undefined : failures[0];
      left -= size;
    }
    return undefined;
  }

  #createOne(set: ReplicaSet): Failure | 'terminating' | undefined {
    const { template = {} } = set.spec;
    const { namespace = '', name } = set.metadata;
    const given = podOfTemplate(template, { namespace, generateName: `${name}-`, owner: controllerReference(set) });
    const written = this.#context.create(given);
    if ('object' in written) {
      const message = `Created pod: ${written.object.metadata.name}`;
      this.#context.record({ about: set, type: 'Normal', reason: 'SuccessfulCreate', message });
      return undefined;
    }
    // The namespace goes, and the set with it.
    if (written.reason === 'NamespaceTerminating') return 'terminating';
    const message = `Error creating: ${written.refused}`;
    this.#context.record({ about: set, type: 'Warning', reason: 'FailedCreate', message });
    return { reason: 'FailedCreate', message: written.refused };
  }

  #delete(set: ReplicaSet, pods: readonly Pod[], count: number): void {
    const { now } = this.#context;
    for (const pod of victimsOf(pods, { count, related: this.#kinOf(set), now })) {
      this.#context.delete(pod);
      const message = `Deleted pod: ${pod.metadata.name}`;
      this.#context.record({ about: set, type: 'Normal', reason: 'SuccessfulDelete', message });
    }
  }

  /** The pods of all sets with the same controller. */
  #kinOf(set: ReplicaSet): Pod[] {
    const { state } = this.#context;
    const owner = controllerOf(set)?.uid;
    if (owner === undefined) return [];
    const sets = state.dependants(owner).filter((one) => controllerOf(one)?.uid === owner);
    return sets.flatMap((one) => state.dependants(uidOf(one)).filter(({ kind }) => kind === 'Pod') as Pod[]);
  }

  #wakeWhenAvailable(key: string, set: ReplicaSet, pods: readonly Pod[]): void {
    const { minReadySeconds = 0 } = set.spec;
    if (minReadySeconds === 0) return;
    const { now } = this.#context;
    const times = pods.flatMap((pod) => availableAt(pod, minReadySeconds) ?? []).filter((at) => at > now);
    if (times.length > 0) this.#context.wakeBy(key, Math.min(...times));
  }

  #ownerOf(pod: KubernetesObject): string[] {
    const owner = controllerOf(pod);
    if (owner?.kind !== this.#kind.kind) return [];
    const set = this.#context.state.byUid(owner.uid ?? '');
    return set === undefined ? [] : [keyOf(set)];
  }

  #matching(pod: KubernetesObject): string[] {
    const { namespace = '', labels } = pod.metadata;
    const sets = [...this.#context.state.list(this.#kind.kind, namespace)] as ReplicaSet[];
    return sets.filter((set) => this.#kind.matcher(set)(labels)).map(keyOf);
  }
}

function changesOwners(before: KubernetesObject, after: KubernetesObject): boolean {
  const [one, other] = [before.metadata, after.metadata];
  return !equalJson(one.labels, other.labels) || !equalJson(one.ownerReferences, other.ownerReferences);
}
