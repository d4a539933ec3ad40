import { setImmediate as nextLook } from 'node:timers/promises';
import { ProcessorTurns, type ProcessorTurn } from './processor-turns.js';

/**
 * So much work at a stretch. The small request of somebody else needs the thread about ten times before it is answered,
 * and may find long work before it each time.
 */
const SLICE_MS = 2;

/** So long the thread that answers is free behind a slice while something small is waited for. */
const PAUSE_MS = 4;

/** So often a turn is asked for while others have all of them. */
const AGAIN_MS = 1;

/** Goes on, with the turn that it has where it needs one. */
type GoOn = (turn: ProcessorTurn | undefined) => void;

/** Long work of this thread that waits to go on. */
const waiting: GoOn[] = [];

let turns = new ProcessorTurns();

/** Whether it is this thread that answers small requests. */
let answers = true;

/** How much of what is small is under way in this thread. */
let small = 0;

/** When long work may go on in this thread, while something small is waited for. */
let notBefore = 0;

/** The turns of this thread's long work, for other threads of the process to share. */
export function processorTurns(): SharedArrayBuffer {
  return turns.memory;
}

/** This thread shares the turns of the one that answers. */
export function shareProcessorTurns(memory: SharedArrayBuffer): void {
  turns = new ProcessorTurns(memory);
  answers = false;
}

/** Resolves when the event loop has looked at what arrived, and all long work that waited before has had its turn. */
function nextTurn(): Promise<ProcessorTurn | undefined> {
  notBefore = performance.now() + (answers ? PAUSE_MS : 0);
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) goOnLater();
  });
}

/** One goes on between two looks, however many wait: what arrives waits for one slice and not for all. */
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

/** Does what is small: the long work of this process gives way to it. */
export async function asSmall<T>(work: () => Promise<T>): Promise<T> {
  if (!answers) return work();
  if (small++ === 0) turns.await();
  try {
    return await work();
  } finally {
    if (--small === 0) turns.answered();
  }
}

/** Whose work it is. */
export interface TimeSliceOptions {
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
  /** It is itself what others give way to; false unless given. */
  readonly isSmall?: boolean | undefined;
}

/**
 * Keeps long work from holding the thread, and all of it together from holding all cores: asked between its steps, it
 * lets others have their turn once a slice of time is used up, and ends the work whose signal is aborted.
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
