import type { Answer, Arguments, JobName, ThreadShape } from './job.js';
import { Thread, type HeapLimits, type ThreadLost } from './thread.js';

/** The script that a number of threads run, and the receivers of their events. */
export interface ThreadsOptions<Shape extends ThreadShape> {
  /** The module that serves the jobs, each thread by itself. */
  readonly module: URL;
  readonly settings: unknown;
  /** At least 1. */
  readonly count: number;
  /** What the heap of each may take; V8's own bounds where nothing is said. A thread that takes more is lost. */
  readonly limits?: HeapLimits;
  readonly onNews: (news: Shape['news'], thread: number) => void;
  /** Called when a thread ended by itself. Another takes its place with the next call. */
  readonly onLost: (error: ThreadLost, thread: number) => void;
}

/** Which of several threads a call goes to. */
export interface Keyed {
  /** Calls of one key go to one thread, as long as it lives: what it has in memory for it is there alone. */
  readonly key?: string | undefined;
}

/** So many keys are remembered; the thread of one that was forgotten is chosen again. */
const KEYS = 10_000;

/**
 * Worker threads that do the same jobs. Each is started with its first call, or by `start`. A new key goes to the
 * thread with the fewest open calls, and of these to the one with the fewest keys; a call without a key to the one with
 * the fewest open calls of its job first: no thread has more of a job than its share.
 */
export class Threads<Shape extends ThreadShape> {
  readonly #threads: (Thread<Shape> | undefined)[];
  /** The threads of keys, by their last uses. */
  readonly #places = new Map<string, number>();
  #stopped = false;

  constructor(private readonly options: ThreadsOptions<Shape>) {
    this.#threads = Array.from({ length: options.count }, () => undefined);
  }

  /** Starts those that are not there. */
  start(): void {
    for (const index of this.#threads.keys()) this.#thread(index);
  }

  /** @throws what the job throws, what a signal of the arguments was aborted with, and ThreadLost */
  call<Name extends JobName<Shape>>(
    job: Name,
    args: Arguments<Shape, Name>,
    { key }: Keyed = {},
  ): Promise<Answer<Shape, Name>> {
    const index = key === undefined ? this.#leastLoaded(job) : this.#placeOf(key);
    return this.#thread(index).call(job, args);
  }

  /** Calls every thread that is there. */
  callEach<Name extends JobName<Shape>>(
    job: Name,
    args: Arguments<Shape, Name>,
  ): Promise<PromiseSettledResult<Answer<Shape, Name>>[]> {
    return Promise.allSettled(this.#there().map((thread) => thread.call(job, args)));
  }

  /** Ends all of them at once; what is open fails. Nothing is started any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#there().map((thread) => thread.stop()));
  }

  #there(): Thread<Shape>[] {
    return this.#threads.filter((thread) => thread !== undefined);
  }

  #placeOf(key: string): number {
    const place = this.#places.get(key) ?? this.#leastLoaded();
    this.#places.delete(key);
    this.#places.set(key, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > KEYS && oldest !== undefined) this.#places.delete(oldest);
    return place;
  }

  #leastLoaded(job?: JobName<Shape>): number {
    const keys = this.#threads.map(() => 0);
    for (const place of this.#places.values()) keys[place] = (keys[place] ?? 0) + 1;
    const burden = (index: number): readonly number[] => {
      const thread = this.#threads[index];
      return [job === undefined ? 0 : (thread?.loadOf(job) ?? 0), thread?.load ?? 0, keys[index] ?? 0];
    };
    return [...this.#threads.keys()].reduce((least, index) => (isLess(burden(index), burden(least)) ? index : least));
  }

  #thread(index: number): Thread<Shape> {
    if (this.#stopped) throw new Error('the threads were stopped');
    return (this.#threads[index] ??= this.#started(index));
  }

  #started(index: number): Thread<Shape> {
    const { module, settings, limits, onNews, onLost } = this.options;
    return new Thread<Shape>({
      module,
      settings,
      ...(limits !== undefined && { limits }),
      onNews: (news) => {
        onNews(news, index);
      },
      onLost: (error) => {
        this.#threads[index] = undefined;
        for (const [key, place] of this.#places) if (place === index) this.#places.delete(key);
        onLost(error, index);
      },
    });
  }
}

/** By the first number that is another. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((number, place) => number !== other[place]);
  return (one[index] ?? 0) < (other[index] ?? 0);
}
