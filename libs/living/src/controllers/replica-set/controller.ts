import { podOfTemplate, type Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { controllerOf, controllerReference, isGoing, keyOf, ofKey, uidOf } from '../../state/index.js';
import { isActive } from '../../pods/index.js';
import {
  claimPods,
  concernedBy,
  createPod,
  deletePod,
  inBatches,
  podsPrefix,
  wakeWhenAvailable,
} from '../owned-pods/index.js';
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
    const { op, object } = change;
    if (object.kind === this.#kind.kind) {
      if (op !== 'delete') yield keyOf(object);
      return;
    }
    if (object.kind !== 'Pod') return;
    const isOf = (set: ReplicaSet, { metadata }: Pod): boolean => this.#kind.matcher(set)(metadata.labels);
    yield* concernedBy(change, { kind: this.#kind.kind, isOf }, this.#context.state);
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
    wakeWhenAvailable(this.#context, key, { pods, minReadySeconds: set.spec.minReadySeconds });
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
    const matches = this.#kind.matcher(set);
    const free = this.#tallies.free(set.metadata.namespace ?? '');
    return claimPods(this.#context, set, { isOf: ({ metadata }) => matches(metadata.labels), free, counts: isActive });
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

  #create(set: ReplicaSet, count: number): Failure | undefined {
    const { template = {} } = set.spec;
    const { namespace = '' } = set.metadata;
    const [owner, generateName] = [controllerReference(set), podsPrefix(set)];
    const creations = inBatches(Array.from({ length: count }), () =>
      createPod(this.#context, set, podOfTemplate(template, { namespace, generateName, owner })),
    );
    const failure = creations.find((one) => one !== 'created');
    if (failure === undefined || failure === 'terminating') return undefined;
    return { reason: 'FailedCreate', message: failure.refused };
  }

  #delete(set: ReplicaSet, pods: readonly Pod[], count: number): void {
    const { now } = this.#context;
    for (const pod of victimsOf(pods, { count, related: this.#kinOf(set), now })) {
      deletePod(this.#context, set, pod);
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
}
