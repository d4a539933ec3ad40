/**
 * Loaded by `node --import` into every thread of a service: each appends what its heap takes to the file that
 * BERTH_PROBE names, a JSON object a line. A heap snapshot is written when `<file>.snapshot` is there.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, writeHeapSnapshot } from 'node:v8';
import { isMainThread, threadId } from 'node:worker_threads';

/** What one thread takes, in bytes. */
export interface ThreadSample {
  readonly atMs: number;
  readonly thread: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly heapLimit: number;
  /** Outside of V8's heap: buffers, and what native code holds for objects. */
  readonly external: number;
  readonly arrayBuffers: number;
  readonly malloced: number;
  /** The longest that the event loop was late since the sample before, in milliseconds. */
  readonly lagMs: number;
  readonly spaces: Readonly<Record<string, number>>;
}

const PERIOD_MS = 2_000;

const file = process.env['BERTH_PROBE'];
if (file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let snapshots = 0;
  const timer = setInterval(() => {
    const heap = getHeapStatistics();
    const { external, arrayBuffers } = process.memoryUsage();
    const spaces = getHeapSpaceStatistics().map(({ space_name, physical_space_size }) => [
      space_name,
      physical_space_size,
    ]);
    const sample: ThreadSample = {
      atMs: Date.now(),
      thread: isMainThread ? 0 : threadId,
      heapUsed: heap.used_heap_size,
      heapTotal: heap.total_heap_size,
      heapLimit: heap.heap_size_limit,
      external,
      arrayBuffers,
      malloced: heap.malloced_memory,
      lagMs: delay.max / 1e6,
      spaces: Object.fromEntries(spaces) as Record<string, number>,
    };
    delay.reset();
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
    if (existsSync(`${file}.snapshot`) && snapshots === 0)
      writeHeapSnapshot(`${file}.${sample.thread}.${++snapshots}.heapsnapshot`);
  }, PERIOD_MS);
  timer.unref();
}
