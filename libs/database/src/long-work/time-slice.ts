import { setImmediate as nextLook } from 'node:timers/promises';
import { ProcessorTurns, type ProcessorTurn } from './processor-turns.js';

/**
 * How long work goes on before it yields. A small request needs the event loop about ten times until it is answered,
 * and may find a slice of long work in front of it each time.
 */
const SLICE_MS = 2;

/** How long the thread that answers stays free after a slice, while small requests are in progress. */
const PAUSE_MS = 4;

/** How often a thread asks for a turn while the others have all of them. */
const AGAIN_MS = 1;

/** Resumes a piece of long work, with a turn where it needs one. */
type GoOn = (turn: ProcessorTurn | undefined) => void;

/** Pieces of long work of this thread that have yielded, the first to resume first. */
const waiting: GoOn[] = [];

let turns = new ProcessorTurns();

/** Whether this is the thread that answers requests. */
let answers = true;

/** How many pieces of small work are in progress in this thread. */
let small = 0;

/** When long work of this thread may resume at the earliest, while small requests are in progress. */
let notBefore = 0;

/** The turns at the processors that this thread uses, for the other threads of the process to share. */
export function processorTurns(): SharedArrayBuffer {
  return turns.memory;
}

/** For worker threads: uses the turns of the thread that answers. */
export function shareProcessorTurns(memory: SharedArrayBuffer): void {
  turns = new ProcessorTurns(memory);
  answers = false;
}

/** Resolves when the event loop has polled for events, and all long work that yielded before has resumed. */
function nextTurn(): Promise<ProcessorTurn | undefined> {
  notBefore = performance.now() + (answers ? PAUSE_MS : 0);
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) goOnLater();
  });
}

/** One piece resumes in each round of the event loop, however many wait: an event waits for one slice, not for all. */
function goOnLater(): void {
  if (turns.areNeeded) setTimeout(goOn, AGAIN_MS);
  else setImmediate(goOn);
}

function goOn(): void {
  const isFree = !turns.areNeeded;
  const turn = isFree || performance.now() < notBefore ? undefined : turns.take();
  if (isFree || turn !== undefined) {
    notBefore = performance.now() + (answers ? SLICE_MS + PAUSE_MS : 0);
    waiting.shift()?.(turn);
  }
  if (waiting.length > 0) goOnLater();
}

/** Does small work, which the long work of all threads of this process gives way to until it is done. */
export async function asSmall<T>(work: () => Promise<T>): Promise<T> {
  if (!answers) return work();
  if (small++ === 0) turns.await();
  try {
    return await work();
  } finally {
    if (--small === 0) turns.answered();
  }
}

/** What a time slice is for. */
export interface TimeSliceOptions {
  /** Aborted when the work is to end. */
  readonly signal?: AbortSignal | undefined;
  /** It is small work itself: it yields to events, and takes no turn. False unless given. */
  readonly isSmall?: boolean | undefined;
}

/**
 * Keeps long work from blocking the event loop, and all of it together from taking all cores. Asked between the steps
 * of the work, it yields when the slice is used up, and ends work whose signal is aborted.
 */
export class TimeSlice {
  #since = performance.now();
  #turn: ProcessorTurn | undefined;

  constructor(private readonly options: TimeSliceOptions = {}) {}

  /** Whether it is used up. */
  get isOver(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** @throws what the signal was aborted with */
  async yieldWhenOver(): Promise<void> {
    if (!this.isOver) return;
    if (this.#turn !== undefined) turns.giveBack(this.#turn);
    if (this.options.isSmall === true) await nextLook();
    else this.#turn = await nextTurn();
    this.options.signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
