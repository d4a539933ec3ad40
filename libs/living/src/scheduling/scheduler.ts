import { mergePatch } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import { decidePods, displacedBy, IncrementalExecutor, type Attempt, type Profile, type Snapshot } from '#scheduler';
import type { Cause, Change, Controller, ControllerContext, ControllerEntry } from '../engine/index.js';
import { isGoing, keyOf, ofKey, uidOf } from '../state/index.js';
import { hasEnded, withConditions } from '../pods/index.js';
import { eventsOf, labelOf, ownEvents, specOf, viewEvents, type ClusterEvent } from './cluster-event.js';
import { mayHelp } from './hints/index.js';
import type { QueuedPod } from './queued-pod.js';
import { rejectedBy } from './rejected-by.js';
import { SchedulingQueue } from './scheduling-queue.js';
import { SnapshotKeeper, type NodeName } from './snapshot-keeper.js';

/** What pods are placed with. */
export interface SchedulerOptions {
  /** The profile of a `schedulerName`; pods without one are left alone. */
  readonly profileOf: (schedulerName: string) => Profile | undefined;
  /** Decides among nodes that are equally good. */
  readonly seed: bigint;
  /** Is given every attempt while its evidence holds. */
  readonly attempted?: (made: MadeAttempt) => void;
}

/** An attempt, and what it was made on. */
export interface MadeAttempt {
  readonly attempt: Attempt;
  readonly profile: Profile;
  readonly ordinal: number;
  /** The event that brought the pod into the queue. */
  readonly woken: string;
  /** Of the pod among all objects, in the order of their creation. */
  readonly order: number;
  /** Whether others wait to be tried at once. */
  readonly isOneOfMany: boolean;
  /** Whether nothing but what the attempt before came to has happened since that. */
  readonly follows: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** As it is before anything comes of the attempt. */
  readonly snapshot: Snapshot;
  readonly executor: IncrementalExecutor;
  /** The rows of the snapshot; another array when they change. */
  readonly nodes: readonly NodeName[];
}

/** The scheduler's name among controllers. */
export const SCHEDULER = 'default-scheduler';

const QUEUE = 'queue';
const FLUSH = 'flush';
/** Pods that were placed where they had in view, and of which others have not heard yet. */
const PLACED = 'placed';

interface Placed {
  readonly uid: string;
  /** Of the change that placed it. */
  readonly position: number;
}

/**
 * Places pods as kube-scheduler does: one after the other from its queue, where those that find no node wait for what
 * may help them. Reads nodes, pods and all that the engine reads. Timers: ends of back-offs, and pods that wait for
 * long.
 */
export class Scheduler implements Controller {
  readonly #context: ControllerContext;
  readonly #options: SchedulerOptions;
  readonly #queue: SchedulingQueue;
  readonly #keeper: SnapshotKeeper;
  readonly #executor = new IncrementalExecutor();
  /** When a pod was tried, as long as nothing has happened since beside what came of that. */
  #triedAt: number | undefined;

  constructor(context: ControllerContext, options: SchedulerOptions) {
    this.#context = context;
    this.#options = options;
    const start = Number(context.memory.get('start') ?? context.now);
    context.memory.set('start', start);
    this.#queue = new SchedulingQueue(context.memory, start);
    this.#keeper = new SnapshotKeeper(context.state);
  }

  *noticed(change: Change): Iterable<string> {
    const { op, object, before } = change;
    if (object.kind === 'Event') return;
    if (this.#context.memory.get('trying') !== uidOf(object)) this.#triedAt = undefined;
    if (op === 'delete') this.#keeper.remove(object);
    else this.#keeper.put(object, before);
    if (object.kind === 'Pod') this.#noticePod(object as Pod, change);
    for (const event of eventsOf(change)) this.#wakeBy(event, causeOf(change));
    if (object.kind === 'Pod' && this.#isOwn(object as Pod)) this.#noticeView(change);
    if (this.#queue.isReady) yield QUEUE;
    const { flushAt } = this.#queue;
    if (flushAt !== Infinity) this.#context.wakeAt(FLUSH, flushAt);
  }

  sync(key: string): void {
    const { now, cause } = this.#context;
    if (key === FLUSH) this.#queue.flush({ now, because: cause });
    else this.#tryNext();
    if (!this.#queue.isReady && this.#placed.length > 0) this.#tellPlaced();
    if (this.#queue.isReady) this.#context.enqueue(QUEUE);
    const { flushAt } = this.#queue;
    if (flushAt !== Infinity) this.#context.wakeAt(FLUSH, flushAt);
  }

  /** A pod of its own that waits comes, changes or goes. */
  #noticePod(pod: Pod, change: Change): void {
    const { op, before } = change;
    const because = causeOf(change);
    const uid = uidOf(pod);
    const waits = op !== 'delete' && this.#isOwn(pod) && (specOf(pod).nodeName ?? '') === '' && !hasEnded(pod);
    const queued = this.#queue.get(uid);
    if (!waits) {
      if (queued !== undefined) this.#queue.remove(uid);
      return;
    }
    const { now } = this.#context;
    const isGated = (specOf(pod).schedulingGates ?? []).length > 0;
    if (queued === undefined) {
      if (before !== null && this.#context.memory.get('trying') === uid) return;
      // One that was passed over because it is deleted comes again with every change. // as PriorityQueue.Update
      const event = before === null ? 'UnschedulablePodAdd' : 'UnschedulablePodUpdate';
      this.#queue.add({ key: keyOf(pod), uid, priority: priorityOf(pod) }, { now, isGated, because, event });
      if (isGated) this.#holdBack(pod);
      return;
    }
    if (before === null || queued.part === 'active' || queued.part === 'backoff') return;
    for (const event of ownEvents(pod, before as Pod)) {
      const plugins = queued.part === 'gated' ? ['SchedulingGates'] : queued.plugins;
      if (isGated || !mayHelp(event, { pod, plugins, state: this.#context.state })) continue;
      return this.#queue.wake(queued, labelOf(event), { now, because });
    }
  }

  /**
   * A pod loses the node that it has in view. Where it is placed, those that are tried with it do not hear of that
   * before: it takes the time of a binding.
   */
  #noticeView(change: Change): void {
    const isPlaced = change.op !== 'delete' && (specOf(change.object as Pod).nodeName ?? '') !== '';
    for (const event of viewEvents(change))
      if (isPlaced && this.#queue.isReady)
        this.#context.memory.set(PLACED, [...this.#placed, { uid: uidOf(change.object), position: change.position }]);
      else this.#wakeBy(event, causeOf(change));
  }

  #tellPlaced(): void {
    const placed = this.#placed;
    this.#context.memory.delete(PLACED);
    for (const { uid, position } of placed) {
      const before = this.#context.state.byUid(uid) as Pod | undefined;
      if (before === undefined) continue;
      const event = { resource: 'AssignedPod', action: 'Delete', before, after: null, upTo: priorityOf(before) };
      this.#wakeBy(event, { kind: 'change', position });
    }
  }

  get #placed(): readonly Placed[] {
    return (this.#context.memory.get(PLACED) ?? []) as readonly Placed[];
  }

  #wakeBy(event: ClusterEvent, because: Cause): void {
    const { state, now } = this.#context;
    for (const queued of this.#queue.unschedulable()) {
      const pod = state.byUid(queued.uid) as Pod | undefined;
      if (pod === undefined || queued.priority > (event.upTo ?? Infinity)) continue;
      if (!mayHelp(event, { pod, plugins: queued.plugins, state })) continue;
      this.#queue.wake(queued, labelOf(event), { now, because });
    }
  }

  #tryNext(): void {
    const queued = this.#queue.pop();
    const pod = queued && (this.#context.state.get('Pod', ...ofKey(queued.key)) as Pod | undefined);
    const profile = pod && this.#options.profileOf(schedulerOf(pod));
    if (queued === undefined || pod === undefined || profile === undefined) return;
    if (queued.because !== undefined) this.#context.because(queued.because);
    if (isGoing(pod)) return this.#passOver(pod);
    // Its own writes of the pod do not bring it into the queue.
    this.#context.memory.set('trying', queued.uid);
    this.#try(pod, queued, profile);
    this.#context.memory.delete('trying');
  }

  #try(pod: Pod, queued: QueuedPod, profile: Profile): void {
    const { now, time } = this.#context;
    const ordinal = Number(this.#context.memory.get('attempts') ?? 0);
    this.#context.memory.set('attempts', ordinal + 1);
    const steps = decidePods({
      ...{ snapshot: this.#keeper.snapshot, executor: this.#executor, profileOf: () => profile },
      ...{ pods: [pod], preemption: 'nominate', now: time, firstOrdinal: ordinal },
      tieBreak: { rule: 'seeded', seed: this.#options.seed },
    });
    const { value: attempt } = steps.next();
    if (attempt === undefined) return;
    // What it comes to is not done to the snapshot here: that follows from the writes below.
    const { woken } = queued;
    const { snapshot, nodes } = this.#keeper;
    const among = { order: this.#context.state.orderOf(queued.uid), isOneOfMany: this.#queue.isReady };
    const made = { attempt, profile, ordinal, woken, ...among, follows: this.#triedAt === now, at: now };
    this.#options.attempted?.({ ...made, snapshot, executor: this.#executor, nodes });
    this.#triedAt = now;
    const plugins = rejectedBy(attempt);
    if (attempt.outcome === 'scheduled') return this.#bind(pod, attempt);
    if (attempt.outcome === 'gated') return this.#queue.gated(queued, now);
    this.#queue.failed(queued, attempt.outcome === 'error' ? [] : plugins, now);
    this.#reject(pod, attempt);
  }

  /** A pod that is deleted, and that a finalizer holds, is placed no more. // as skipPodSchedule */
  #passOver(pod: Pod): void {
    const message = `skip schedule deleting pod: ${keyOf(pod)}`;
    this.#context.record({ about: pod, type: 'Warning', reason: 'FailedScheduling', message, action: 'Scheduling' });
  }

  #bind(pod: Pod, { nodeName, patches }: Attempt): void {
    const { time, state } = this.#context;
    for (const { kind, namespace, name, patch } of patches) {
      const object = state.get(kind, namespace ?? '', name);
      if (object !== undefined) this.#context.update(mergePatch(object, patch) as KubernetesObject);
    }
    const said = { type: 'PodScheduled', status: 'True' };
    const status = { ...pod.status, conditions: withConditions(pod, [said], time) };
    const bound = { ...pod, spec: { ...pod.spec, nodeName }, status } as KubernetesObject;
    this.#context.updateStatus(bound);
    const { namespace = '', name } = pod.metadata;
    const message = `Successfully assigned ${namespace}/${name} to ${nodeName ?? ''}`;
    this.#context.record({ about: pod, type: 'Normal', reason: 'Scheduled', message, action: 'Binding' });
  }

  /** Says why the pod has no node; where room is made for it, the victims go. */
  #reject(pod: Pod, { message, outcome, postFilter }: Attempt): void {
    const reason = outcome === 'error' ? 'SchedulerError' : 'Unschedulable';
    const nominated = postFilter?.nominatedNode ?? null;
    if (nominated) this.#displace(pod, nominated);
    const said = { type: 'PodScheduled', status: 'False', reason, message };
    const { nominatedNodeName, ...status } = pod.status ?? {};
    // Where no plugin was asked to make room, there being no node or an error, the pod has none in view.
    const node = nominated ?? (postFilter === null ? '' : nominatedNodeName) ?? '';
    this.#context.updateStatus({
      ...pod,
      status: {
        ...status,
        ...(node !== '' && { nominatedNodeName: node }),
        conditions: withConditions(pod, [said], this.#context.time),
      },
    });
    const event = { type: 'Warning', reason: 'FailedScheduling', message, action: 'Scheduling' } as const;
    this.#context.record({ about: pod, ...event });
    if (outcome !== 'nominated') return;
    for (const { uid } of postFilter?.victims ?? []) this.#preempt(uid, pod, node);
  }

  /** Less important pods that have the node in view lose it. // as kube-scheduler v1.34 prepareCandidate */
  #displace(pod: Pod, node: string): void {
    for (const { uid } of displacedBy(this.#keeper.snapshot, { pod, node })) {
      const displaced = this.#context.state.byUid(uid) as Pod | undefined;
      if (displaced === undefined) continue;
      const { nominatedNodeName: _, ...status } = displaced.status ?? {};
      this.#context.updateStatus({ ...displaced, status });
    }
  }

  #preempt(uid: string, preemptor: Pod, node: string): void {
    const { state, time } = this.#context;
    const victim = state.byUid(uid) as Pod | undefined;
    if (victim === undefined) return;
    const why = `${specOf(preemptor).schedulerName ?? ''}: preempting to accommodate a higher priority pod`;
    const said = { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler', message: why };
    const status = { ...victim.status, conditions: withConditions(victim, [said], time) };
    const disrupted = this.#context.updateStatus({ ...victim, status });
    const message = `Preempted by pod ${uidOf(preemptor)} on node ${node}`;
    this.#context.record({ about: victim, type: 'Normal', reason: 'Preempted', message, action: 'Preempting' });
    this.#context.delete(disrupted);
  }

  /** A pod says itself that its gates hold it back. */
  #holdBack(pod: Pod): void {
    const message = 'Scheduling is blocked due to non-empty scheduling gates';
    const said = { type: 'PodScheduled', status: 'False', reason: 'SchedulingGated', message };
    if (pod.status?.conditions?.some(({ type }) => type === said.type) === true) return;
    const status = { ...pod.status, conditions: withConditions(pod, [said], this.#context.time) };
    this.#context.updateStatus({ ...pod, status });
  }

  #isOwn(pod: Pod): boolean {
    return this.#options.profileOf(schedulerOf(pod)) !== undefined;
  }
}

function causeOf({ position }: Change): Cause {
  return { kind: 'change', position };
}

function schedulerOf(pod: Pod): string {
  return specOf(pod).schedulerName ?? SCHEDULER;
}

function priorityOf(pod: Pod): number {
  return specOf(pod).priority ?? 0;
}

/** The scheduler as a controller: it looks first at what happened. */
export function schedulerController(options: SchedulerOptions): ControllerEntry {
  return { name: SCHEDULER, make: (context) => new Scheduler(context, options), unbounded: true };
}
