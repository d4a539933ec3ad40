/**
 * So much work at a stretch. The small request of somebody else needs the thread about ten times before it is answered,
 * and may find long work before it each time.
 */
const SLICE_MS = 5;

/** So long the thread is free behind a slice while something small is under way. */
const PAUSE_MS = 5;

/** Long work of this thread that waits to go on. */
const waiting: (() => void)[] = [];

/** How much of what is small is under way in this thread. */
let small = 0;

/** Resolves when the event loop has looked at what arrived, and all long work that waited before has had its turn. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) goOnLater();
  });
}

/**
 * One goes on between two looks, however many wait: what arrives waits for one slice and not for all. While something
 * small is under way, long work has half of the thread.
 */
function goOnLater(): void {
  if (small > 0) setTimeout(goOn, PAUSE_MS);
  else setImmediate(goOn);
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) goOnLater();
}

/** Does what is small: the long work of this thread gives way to it. */
export async function asSmall<T>(work: () => Promise<T>): Promise<T> {
  small += 1;
  try {
    return await work();
  } finally {
    small -= 1;
  }
}

/**
 * Keeps long work from holding the thread: asked between its steps, it lets others have their turn once
 * a slice of time is used up, and ends the work whose signal is aborted.
 */
export class TimeSlice {
  #since = performance.now();

  constructor(private readonly signal?: AbortSignal) {}

  /** Whether it is used up. */
  get isOver(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  /** @throws what the signal was aborted with */
  async yieldWhenOver(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
