const heldBy = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * A mutex for each key of an owner: runs `work` when everything that was given before it with the same key has ended,
 * however it ended. Who waits here holds no connection: fifty writers of one cluster would otherwise wait for its
 * head on every connection there is, and readers of other clusters with them. What is right across processes is
 * decided by the database alone.
 */
export async function underMutex<T>(owner: object, key: string, work: () => Promise<T>): Promise<T> {
  const held = heldBy.get(owner) ?? new Map<string, Promise<unknown>>();
  heldBy.set(owner, held);
  const mine = after(held.get(key), work);
  held.set(key, mine);
  try {
    return await mine;
  } finally {
    if (held.get(key) === mine) held.delete(key);
  }
}

/** The mutex that all writers of a cluster wait for, whatever they call it by. */
export function asWriter<T>(database: object, clusterId: string, work: () => Promise<T>): Promise<T> {
  return underMutex(database, `write ${clusterId}`, work);
}

async function after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  // Whoever gave it hears of its failure.
  await before?.catch(() => undefined);
  return work();
}
