const lanesOf = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs `work` when everything that was given before it to the same lane of the same owner has ended, however it ended. Who waits
 * here holds no connection: fifty writers of one cluster would otherwise wait for its head on every connection there is, and readers
 * of other clusters with them. What is right across processes is decided by the database alone.
 */
export async function inTurn<T>(owner: object, lane: string, work: () => Promise<T>): Promise<T> {
  const lanes = lanesOf.get(owner) ?? new Map<string, Promise<unknown>>();
  lanesOf.set(owner, lanes);
  const mine = after(lanes.get(lane), work);
  lanes.set(lane, mine);
  try {
    return await mine;
  } finally {
    if (lanes.get(lane) === mine) lanes.delete(lane);
  }
}

async function after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  // Whoever gave it hears of its failure.
  await before?.catch(() => undefined);
  return work();
}
