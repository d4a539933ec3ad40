import TinyQueue from 'tinyqueue';
import { ownField } from '#json';
import type { Cause } from '../engine/index.js';
import type { QueuedPod, QueuePart } from './queued-pod.js';

const FIRST_BACK_OFF_MS = 1_000;
const LONGEST_BACK_OFF_MS = 10_000;
/** Times of back-offs are cut to whole seconds. */
const WINDOW_MS = 1_000;
/** A pod that has waited for so long is tried again without an event; looked at so often. */
const LONGEST_WAIT_MS = 300_000;
const FLUSH_MS = 30_000;
const FLUSH_AT = 'flushAt';

/** When something may help pods that wait, and what that is of. */
interface Waking {
  readonly now: number;
  readonly because: Cause;
}

/** Where pods wait to be tried: as the queue of kube-scheduler v1.34, with its names for what brings them where. */
export class SchedulingQueue {
  readonly #memory: Map<string, unknown>;
  /** When the queue was made: looks at pods that wait for long are counted from there. Milliseconds since 1970. */
  readonly #start: number;
  readonly #active = new Heap(compareActive);
  readonly #backoff = new Heap(compareBackoff);
  readonly #unschedulable = new Map<string, QueuedPod>();

  /** @param memory keeps the pods, JSON by `queued UID`, and what is counted and due */
  constructor(memory: Map<string, unknown>, start: number) {
    this.#memory = memory;
    this.#start = start;
    for (const pod of this.all()) this.#index(pod);
  }

  get(uid: string): QueuedPod | undefined {
    return this.#memory.get(keyOf(uid)) as QueuedPod | undefined;
  }

  /** All pods that wait, in the order in which they came to where they are. */
  *all(): Iterable<QueuedPod> {
    for (const [key, pod] of this.#memory) if (key.startsWith('queued ')) yield pod as QueuedPod;
  }

  /** Pods that wait for what may help them. */
  unschedulable(): readonly QueuedPod[] {
    return [...this.#unschedulable.values()];
  }

  /** A pod comes that is not in the queue. */
  add(
    pod: Pick<QueuedPod, 'key' | 'uid' | 'priority'>,
    {
      now,
      isGated,
      because,
      event = 'UnschedulablePodAdd',
    }: { readonly now: number; readonly isGated: boolean; readonly because: Cause; readonly event?: string },
  ): void {
    const part = isGated ? 'gated' : 'active';
    const fresh = { ...pod, since: now, order: this.#order(), attempts: 0, until: 0, plugins: [], woken: '', because };
    this.#put({ ...fresh, part }, event);
  }

  remove(uid: string): void {
    this.#memory.delete(keyOf(uid));
    this.#active.delete(uid);
    this.#backoff.delete(uid);
    this.#unschedulable.delete(uid);
  }

  /**
   * An attempt has failed: the pod waits for what may help, or backs off after an error. Back-offs count errors since
   * the last rejection, else rejections.
   */
  failed(pod: QueuedPod, plugins: readonly string[], now: number): void {
    const isError = plugins.length === 0;
    const errors = isError ? (pod.errors ?? 0) + 1 : 0;
    const rejections = (pod.rejections ?? pod.attempts) + (isError ? 0 : 1);
    const wait = Math.min(FIRST_BACK_OFF_MS * 2 ** ((errors || rejections) - 1), LONGEST_BACK_OFF_MS);
    const until = Math.floor((now + wait) / WINDOW_MS) * WINDOW_MS;
    const { because: _, ...rest } = pod;
    const counts = { attempts: pod.attempts + 1, rejections, errors };
    const waiting = { ...rest, ...counts, since: now, order: this.#order(), until, plugins };
    this.#put({ ...waiting, part: isError ? 'backoff' : 'unschedulable' }, 'ScheduleAttemptFailure');
  }

  /** A gate holds the pod back. */
  gated(pod: QueuedPod, now: number): void {
    this.#put({ ...pod, part: 'gated', since: now, order: this.#order() }, 'ScheduleAttemptFailure');
  }

  /** Something has happened that may help the pod: it is tried, or backs off first. */
  wake(pod: QueuedPod, event: string, { now, because }: Waking): void {
    const isBackingOff = pod.attempts > 0 && pod.until >= Math.floor(now / WINDOW_MS) * WINDOW_MS;
    if (isBackingOff) this.#put({ ...pod, part: 'backoff', woken: event, because }, event);
    else this.#activate({ ...pod, because }, event);
  }

  /** What is tried next: by priority, then time. Where nothing is active, the first that backs off is taken at once. */
  pop(): QueuedPod | undefined {
    const active = this.#active.peek();
    const next = active ?? this.#backoff.peek();
    if (next === undefined) return undefined;
    if (active === undefined) this.#count('active', 'PopFromBackoffQ');
    this.remove(next.uid);
    return next;
  }

  /** Whether `pop` has something. */
  get isReady(): boolean {
    return (this.#active.peek() ?? this.#backoff.peek()) !== undefined;
  }

  /** Moves pods whose back-off is over, and those that have waited for too long. */
  flush({ now, because }: Waking): void {
    this.#memory.delete(FLUSH_AT);
    for (const pod of [...this.all()]) {
      if (this.#dueAt(pod) > now) this.#flushBy(this.#dueAt(pod));
      else if (pod.part === 'backoff') this.#activate({ because, ...pod }, 'BackoffComplete');
      else this.wake(pod, 'UnschedulableTimeout', { now, because });
    }
  }

  /**
   * When `flush` may have something to do; Infinity: never. It is kept: a pod that has left does not put it off, and
   * a process that begins with what is kept goes on as the one before.
   */
  get flushAt(): number {
    return Number(this.#memory.get(FLUSH_AT) ?? Infinity);
  }

  /** How often pods came into which part by which event, since this was asked last. */
  get incoming(): Readonly<Record<string, number>> {
    return (this.#memory.get('incoming') ?? {}) as Readonly<Record<string, number>>;
  }

  /** The same, and they are counted anew. */
  takeIncoming(): Readonly<Record<string, number>> {
    const counts = this.incoming;
    this.#memory.delete('incoming');
    return counts;
  }

  #activate(pod: QueuedPod, event: string): void {
    this.#put({ ...pod, part: 'active', woken: event }, event);
  }

  #put(pod: QueuedPod, event: string): void {
    this.remove(pod.uid);
    this.#memory.set(keyOf(pod.uid), pod);
    this.#index(pod);
    this.#count(pod.part, event);
  }

  /** After an error a pod waits for the end of its back-off: nothing is there that could help it. */
  #index(pod: QueuedPod): void {
    if (pod.part === 'active') this.#active.set(pod);
    else if (pod.part === 'backoff' && pod.plugins.length > 0) this.#backoff.set(pod);
    else if (pod.part === 'unschedulable') this.#unschedulable.set(pod.uid, pod);
    this.#flushBy(this.#dueAt(pod));
  }

  #flushBy(at: number): void {
    if (at < this.flushAt) this.#memory.set(FLUSH_AT, at);
  }

  /** When a pod is moved without an event: at the first look after its time. */
  #dueAt({ part, until, since }: QueuedPod): number {
    if (part === 'backoff') return until + WINDOW_MS;
    if (part !== 'unschedulable') return Infinity;
    const looks = Math.floor((since + LONGEST_WAIT_MS - this.#start) / FLUSH_MS) + 1;
    return this.#start + looks * FLUSH_MS;
  }

  #count(part: QueuePart, event: string): void {
    const counts = (this.#memory.get('incoming') ?? {}) as Readonly<Record<string, number>>;
    const id = `${part === 'gated' ? 'unschedulable' : part} ${event}`;
    this.#memory.set('incoming', { ...counts, [id]: (ownField(counts, id) ?? 0) + 1 });
  }

  #order(): number {
    const order = Number(this.#memory.get('order') ?? 0) + 1;
    this.#memory.set('order', order);
    return order;
  }
}

/** Pods of one part, the first one first. Those that have left are passed by. */
class Heap {
  readonly #pods = new Map<string, QueuedPod>();
  readonly #heap: TinyQueue<QueuedPod>;

  constructor(compare: (a: QueuedPod, b: QueuedPod) => number) {
    this.#heap = new TinyQueue<QueuedPod>([], compare);
  }

  set(pod: QueuedPod): void {
    this.#pods.set(pod.uid, pod);
    this.#heap.push(pod);
  }

  delete(uid: string): void {
    this.#pods.delete(uid);
  }

  peek(): QueuedPod | undefined {
    for (;;) {
      const first = this.#heap.peek();
      if (first === undefined || this.#pods.get(first.uid) === first) return first;
      this.#heap.pop();
    }
  }
}

function keyOf(uid: string): string {
  return `queued ${uid}`;
}

function compareActive(a: QueuedPod, b: QueuedPod): number {
  return b.priority - a.priority || a.since - b.since || a.order - b.order;
}

function compareBackoff(a: QueuedPod, b: QueuedPod): number {
  return a.until - b.until || compareActive(a, b);
}
