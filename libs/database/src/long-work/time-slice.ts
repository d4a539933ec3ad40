import { setImmediate as nextLook } from 'node:timers/promises';
import { CoreSemaphore, type CorePermit } from './core-semaphore.js';

/**
 * How long work goes on before it yields. A small request needs the event loop about ten times until it is answered,
 * and may find a slice of long work in front of it each time.
 */
const SLICE_MS = 2;

/** How long the answering thread stays free after a slice, while small requests are in progress. */
const PAUSE_MS = 4;

/** How often a thread tries to acquire a permit while the others have all of them. */
const AGAIN_MS = 1;

/** Resumes a piece of long work. */
type GoOn = () => void;

/** Pieces of long work of this thread that have yielded, the first to resume first. */
const waiting: GoOn[] = [];

let semaphore = new CoreSemaphore();

/**
 * The permit of this thread. A thread runs one piece of long work at a time: a piece that waits for something else,
 * such as the database, leaves it to the next. Two merged streams would else take turns by permits that expire.
 */
let held: CorePermit | undefined;

function release(): void {
  if (held !== undefined) semaphore.release(held);
  held = undefined;
}

/** Whether this is the answering thread. */
let answers = true;

/** How many pieces of small work are in progress in this thread. */
let small = 0;

/** When long work of this thread may resume at the earliest, while small requests are in progress. */
let notBefore = 0;

/** The semaphore that this thread uses, for the other threads of the process to share. */
export function coreSemaphore(): SharedArrayBuffer {
  return semaphore.memory;
}

/** For worker threads: uses the semaphore of the answering thread. */
export function shareCoreSemaphore(memory: SharedArrayBuffer): void {
  semaphore = new CoreSemaphore(memory);
  answers = false;
}

/** Resolves when the event loop has polled for events, and all long work that yielded before has resumed. */
function nextSlice(): Promise<void> {
  notBefore = performance.now() + (answers ? PAUSE_MS : 0);
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) goOnLater();
  });
}

/** One piece resumes in each round of the event loop, however many wait: an event waits for one slice, not for all. */
function goOnLater(): void {
  if (semaphore.areNeeded) setTimeout(goOn, AGAIN_MS);
  else setImmediate(goOn);
}

function goOn(): void {
  const isFree = !semaphore.areNeeded;
  // No piece of this thread runs now.
  release();
  if (!isFree && performance.now() >= notBefore) held = semaphore.acquire();
  if (isFree || held !== undefined) {
    notBefore = performance.now() + (answers ? SLICE_MS + PAUSE_MS : 0);
    waiting.shift()?.();
  }
  if (waiting.length > 0) goOnLater();
}

/** Does small work, which the long work of all threads of this process gives way to until it is done. */
export async function asSmall<T>(work: () => Promise<T>): Promise<T> {
  if (!answers) return work();
  if (small++ === 0) semaphore.await();
  try {
    return await work();
  } finally {
    if (--small === 0) semaphore.answered();
  }
}

/** What a time slice is for. */
export interface TimeSliceOptions {
  /** Aborted when the work is to end. */
  readonly signal?: AbortSignal | undefined;
  /** It is small work itself: it yields to events, and acquires no permit. False unless given. */
  readonly isSmall?: boolean | undefined;
}

/**
 * Keeps long work from blocking the event loop, and all of it together from taking all cores. Asked between the steps
 * of the work, it yields when the slice is used up, and ends work whose signal is aborted.
 */
export class TimeSlice {
  #since = performance.now();

  constructor(private readonly options: TimeSliceOptions = {}) {}

  /** Whether it is used up. */
  get isOver(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** @throws what the signal was aborted with */
  async yieldWhenOver(): Promise<void> {
    if (!this.isOver) return;
    release();
    if (this.options.isSmall === true) await nextLook();
    else await nextSlice();
    this.options.signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
