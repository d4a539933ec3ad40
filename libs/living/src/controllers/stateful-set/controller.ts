import { equalJson } from '#json';
import type { Pod } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { hasEnded } from '../../pods/index.js';
import { isGoing, keyOf, matcherOf, ofKey, uidOf } from '../../state/index.js';
import { Claims } from './claims.js';
import { claimPods, concernedBy, FreePods, wakeWhenAvailable } from '../owned-pods/index.js';
import { RevisionHistory } from '../revisions/index.js';
import { namesOf, type History } from './history.js';
import { hasIdentity, hasStorage, newPod, withIdentity } from './pod-identity.js';
import {
  firstOrdinal,
  isAvailable,
  isCreated,
  isInRange,
  isParallel,
  isRunningAndReady,
  isUnavailable,
  ordinalOf,
  revisionOf,
  wantedReplicas,
  type StatefulSet,
} from './stateful-set.js';
import { countsOf, statusOf, type Counts } from './status.js';

/** How many pods of a parallel set are looked at together at the most. // as MaxBatchSize */
const LARGEST_BATCH = 500;
const UNCHANGEABLE =
  'spec: Forbidden: pod updates may not change fields other than its images, deadline and tolerations';

/** What became of one pod: the round goes on, waits for it, or failed. */
type Step = 'on' | 'wait' | 'failed';

/** The pods of a set in one look. */
interface Round {
  readonly set: StatefulSet;
  readonly history: History;
  /** By ordinal, from the first on; those that are not there as they are to be made. */
  readonly replicas: readonly Pod[];
  /** Those that the set has too many, the highest ordinal first. */
  readonly condemned: readonly Pod[];
}

/**
 * Keeps a pod for each ordinal of a set, under its name and with its claims, one after the other: creates them from the
 * lowest on, removes and updates them from the highest on, and waits for each to be available. Reads its sets, pods,
 * revisions and claims. Timers: when pods that are ready become available, and after a refusal.
 * // as kubernetes v1.34 pkg/controller/statefulset
 */
export class StatefulSetController implements Controller {
  readonly #context: ControllerContext;
  readonly #revisions: RevisionHistory;
  readonly #claims: Claims;
  readonly #free: FreePods;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#revisions = new RevisionHistory(context, 'controller.kubernetes.io/hash');
    this.#claims = new Claims(context);
    this.#free = new FreePods(context.state);
  }

  *noticed(change: Change): Iterable<string> {
    this.#free.noticed(change);
    const { op, object } = change;
    if (object.kind === 'StatefulSet') {
      if (op !== 'delete') yield keyOf(object);
      return;
    }
    if (object.kind !== 'Pod') return;
    yield* concernedBy(change, { kind: 'StatefulSet', isOf }, this.#context.state);
  }

  sync(key: string): void {
    const set = this.#context.state.get('StatefulSet', ...ofKey(key)) as StatefulSet | undefined;
    if (set === undefined) return this.#context.succeeded(key);
    const pods = this.#claim(set);
    const history = this.#historyOf(set);
    if (history === undefined) return this.#context.retry(key);
    const { counts, failed } = this.#manage(set, history, pods);
    const status = statusOf(set, counts, namesOf(history));
    const current = this.#context.state.byUid(uidOf(set)) as StatefulSet | undefined;
    // A count below 0 the API server refuses: the next look counts again.
    const isRefused = counts.currentReplicas < 0;
    if (current !== undefined && !isRefused && !equalJson({ ...current.status }, { ...status }))
      this.#context.updateStatus({ ...current, status });
    const live = new Set([history.current, history.update].map(({ metadata }) => metadata.name));
    for (const pod of pods) live.add(revisionOf(pod));
    this.#revisions.truncate(set, history.all, ({ metadata }) => live.has(metadata.name));
    if (failed || isRefused) this.#context.retry(key);
    else this.#context.succeeded(key);
    wakeWhenAvailable(this.#context, key, { pods, minReadySeconds: set.spec.minReadySeconds });
  }

  /** Undefined where the next revision is refused. */
  #historyOf(set: StatefulSet): History | undefined {
    const all = this.#revisions.list(set);
    const latest = this.#revisions.latest(set, all);
    if ('refused' in latest) return undefined;
    const { revision: update, collisionCount } = latest;
    const name = set.status?.currentRevision;
    const isNew = name === undefined || name === update.metadata.name;
    const current = isNew ? update : (all.find(({ metadata }) => metadata.name === name) ?? update);
    return { all, current, update, collisionCount };
  }

  /** The pods of a set, after it has adopted those that match and released those that do not. */
  #claim(set: StatefulSet): Pod[] {
    const free = this.#free.in(set.metadata.namespace ?? '');
    return claimPods(this.#context, set, { isOf: (pod) => isOf(set, pod), free });
  }

  /** // as updateStatefulSet */
  #manage(
    set: StatefulSet,
    history: History,
    pods: readonly Pod[],
  ): { readonly counts: Counts; readonly failed: boolean } {
    const { now } = this.#context;
    const counted = (of: readonly Pod[]): Counts => countsOf(set, of, { ...namesOf(history), now });
    if (isGoing(set)) return { counts: counted(pods), failed: false };
    const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod), pod]));
    const replicas = Array.from({ length: wantedReplicas(set) }, (_, index) => {
      const ordinal = firstOrdinal(set) + index;
      return byOrdinal.get(ordinal) ?? newPod(set, ordinal, history);
    });
    const condemned = pods
      .filter((pod) => !isInRange(set, ordinalOf(set, pod)))
      .sort((a, b) => ordinalOf(set, b) - ordinalOf(set, a));
    const round: Round = { set, history, replicas, condemned };
    const step = this.#establish(round);
    const counts = counted([...replicas, ...condemned]);
    if (step !== 'on') return { counts, failed: step === 'failed' };
    const isReplaced = set.spec.updateStrategy?.type !== 'OnDelete' && this.#replaceOne(round);
    return { counts: isReplaced ? { ...counts, currentReplicas: counts.currentReplicas - 1 } : counts, failed: false };
  }

  /** All pods that are wanted, and none that is not. */
  #establish(round: Round): Step {
    const { set, replicas, condemned } = round;
    const made = this.#forAll(set, replicas, (pod) => this.#keep(round, pod));
    if (made !== 'on') return made;
    for (const pod of condemned) if (!this.#claims.areRetained(set, pod)) this.#claims.retain(set, pod);
    const { now } = this.#context;
    const first = [...replicas, ...[...condemned].reverse()].find((pod) => isUnavailable(pod, set, now));
    return this.#forAll(set, condemned, (pod) => this.#remove(round, pod, first));
  }

  /**
   * In order, up to the first that it has to wait for; of a parallel set in batches of 1, 2, 4 ..., up to one in which
   * a pod fails. // as runForAll
   */
  #forAll(set: StatefulSet, pods: readonly Pod[], step: (pod: Pod) => Step): Step {
    let [done, batch] = [0, 1];
    while (done < pods.length) {
      const came = pods.slice(done, done + batch).map(step);
      if (came.includes('failed')) return 'failed';
      if (came.includes('wait') && !isParallel(set)) return 'wait';
      done += batch;
      if (isParallel(set)) batch = Math.min(2 * batch, LARGEST_BATCH);
    }
    return 'on';
  }

  /** // as processReplica */
  #keep({ set }: Round, pod: Pod): Step {
    if (hasEnded(pod)) {
      if (!isGoing(pod)) this.#delete(set, pod);
      return 'wait';
    }
    if (!isCreated(pod)) return this.#create(set, pod);
    if (pod.status?.phase === 'Pending') {
      if (this.#claims.ensure(set, pod) !== undefined) return 'failed';
      this.#claims.retain(set, pod);
    }
    const isSound = isRunningAndReady(pod) && isAvailable(pod, set, this.#context.now);
    if (!isParallel(set) && (isGoing(pod) || !isSound)) return 'wait';
    const isRight = hasIdentity(pod) && hasStorage(set, pod) && this.#claims.areRetained(set, pod);
    return isRight ? 'on' : this.#adjust(set, pod);
  }

  /**
   * Gives a pod the labels of its ordinal, and its claims their owner; other volumes it cannot get.
   * // as UpdateStatefulPod
   */
  #adjust(set: StatefulSet, pod: Pod): Step {
    const isStored = hasStorage(set, pod);
    const failure = isStored ? undefined : this.#claims.ensure(set, pod);
    if (failure === undefined) this.#claims.retain(set, pod);
    if (!isStored) {
      const error = failure ?? `Pod "${pod.metadata.name}" is invalid: ${UNCHANGEABLE}`;
      this.#said(set, pod, { verb: 'update', error });
      return 'failed';
    }
    if (!hasIdentity(pod)) this.#context.update(withIdentity(set, pod));
    this.#said(set, pod, { verb: 'update' });
    return 'on';
  }

  #create(set: StatefulSet, pod: Pod): Step {
    if (this.#claims.areStale(set, pod)) return 'wait';
    const failure = this.#claims.ensure(set, pod);
    const written = failure === undefined ? this.#context.create(pod) : { refused: failure, reason: 'Claims' };
    // Claims that are there have their owner, whether the pod is made or refused.
    if (failure === undefined && ('object' in written || written.reason !== 'AlreadyExists'))
      this.#claims.retain(set, pod);
    if ('object' in written) {
      this.#said(set, pod, { verb: 'create' });
      return 'wait';
    }
    // The namespace goes, and the set with it; or the name is taken, until its pod is gone.
    if (written.reason !== 'NamespaceTerminating' && written.reason !== 'AlreadyExists')
      this.#said(set, pod, { verb: 'create', error: written.refused });
    return written.reason === 'NamespaceTerminating' ? 'wait' : 'failed';
  }

  /** // as processCondemned */
  #remove({ set }: Round, pod: Pod, firstUnavailable: Pod | undefined): Step {
    if (isGoing(pod)) return 'wait';
    const isSound = isRunningAndReady(pod) && isAvailable(pod, set, this.#context.now);
    if (isSound || isParallel(set) || pod === firstUnavailable) this.#delete(set, pod);
    return 'wait';
  }

  /** Removes the pod with the highest ordinal that is of another revision, once those above it are available. */
  #replaceOne({ set, history: { update }, replicas }: Round): boolean {
    const { partition = 0 } = set.spec.updateStrategy?.rollingUpdate ?? {};
    for (const pod of replicas.slice(partition).reverse()) {
      if (revisionOf(pod) !== update.metadata.name && !isGoing(pod)) {
        this.#delete(set, pod);
        return true;
      }
      if (isUnavailable(pod, set, this.#context.now)) return false;
    }
    return false;
  }

  #delete(set: StatefulSet, pod: Pod): void {
    this.#context.delete(pod);
    this.#said(set, pod, { verb: 'delete' });
  }

  #said(
    set: StatefulSet,
    pod: Pod,
    { verb, error }: { readonly verb: 'create' | 'update' | 'delete'; readonly error?: string },
  ): void {
    const what = { create: 'Create', update: 'Update', delete: 'Delete' }[verb];
    const names = `${verb} Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
    if (error === undefined)
      this.#context.record({
        ...{ about: set, type: 'Normal', reason: `Successful${what}` },
        message: `${names} successful`,
      });
    else
      this.#context.record({
        ...{ about: set, type: 'Warning', reason: `Failed${what}` },
        message: `${names} failed error: ${error}`,
      });
  }
}

function isOf(set: StatefulSet, pod: Pod): boolean {
  return ordinalOf(set, pod) >= 0 && matcherOf(set.spec.selector)(pod.metadata.labels);
}
