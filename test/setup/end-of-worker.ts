type End = () => Promise<void>;

// The teardown may have another copy of this module: the process is what both share, where specs run without workers.
const KEY = Symbol.for('berth.ends-of-worker');
const kept = globalThis as { [KEY]?: Set<End> };

/** What specs of this worker share is ended when the worker is: it would keep its process from ending by itself. */
export function atEndOfWorker(end: End): void {
  if (kept[KEY] === undefined) {
    kept[KEY] = new Set();
    // Jest stops to listen for its own messages in a worker that it has no more files for.
    process.on('removeListener', (event) => {
      if (event === 'message' && process.listenerCount('message') === 0) void endWorker();
    });
  }
  kept[KEY].add(end);
}

export async function endWorker(): Promise<void> {
  const ends = [...(kept[KEY] ?? [])];
  kept[KEY]?.clear();
  await Promise.all(ends.map((end) => end()));
}
