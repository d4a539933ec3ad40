import { Busy, type Deadline } from './deadline.js';

const heldBy = new WeakMap<object, Map<string, Promise<unknown>>>();

/** How a place in the queue is taken. */
export interface Waiting {
  /** A waiter whose deadline has passed leaves the queue; one without a deadline waits without limit. */
  readonly deadline?: Deadline;
}

/**
 * A mutex for each key of an owner: runs `work` when everything that was given before it with the same key has ended,
 * however it ended. A waiter holds no connection: fifty writers of one cluster would otherwise wait for its
 * head on every connection there is, and readers of other clusters with them. What is right across processes is
 * decided by the database alone.
 * @throws Busy when the deadline passes before `work` starts
 */
export async function underMutex<T>(
  owner: object,
  key: string,
  work: () => Promise<T>,
  { deadline }: Waiting = {},
): Promise<T> {
  const held = heldBy.get(owner) ?? new Map<string, Promise<unknown>>();
  heldBy.set(owner, held);
  const before = held.get(key);
  let hasLeft = false;
  // A later waiter waits for the one before it, in any case. The caller that passed the work receives its failure.
  const mine = ended(before).then(() => (hasLeft ? undefined : work()) as Promise<T>);
  held.set(key, mine);
  void ended(mine).then(() => {
    if (held.get(key) === mine) held.delete(key);
  });
  if (before !== undefined && deadline !== undefined && !(await hasEnded(before, deadline.inLineMs))) {
    hasLeft = true;
    throw new Busy();
  }
  return mine;
}

/** The mutex that all writers of a cluster wait for, by any of its names. */
export function asWriter<T>(
  database: object,
  clusterId: string,
  work: () => Promise<T>,
  waiting: Waiting = {},
): Promise<T> {
  return underMutex(database, `write ${clusterId}`, work, waiting);
}

async function ended(work: Promise<unknown> | undefined): Promise<void> {
  await work?.catch(() => undefined);
}

/** False when it takes longer. */
function hasEnded(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(false);
    }, withinMs);
    void ended(work).then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
