import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';
import { ENDED, ENDING, ENDINGS, EXIT_CODE, STATE, type ThreadStart } from '../messages.js';

/** What the deciding thread asks of the thread that starts and ends plugin threads. */
export type KeeperMessage = StartMessage | { readonly end: number };

interface StartMessage {
  readonly start: number;
  readonly given: ThreadStart;
  readonly limits: ResourceLimits;
}

/**
 * Starts threads of plugins and ends them, and records in their shared memory that they ended and why: the thread that
 * waits for an answer receives nothing else meanwhile.
 */
const threads = new Map<number, Worker>();

parentPort?.on('message', (message: KeeperMessage) => {
  if ('end' in message) void threads.get(message.end)?.terminate();
  else start(message);
});

function start({ start: id, given, limits }: StartMessage): void {
  const control = new Int32Array(given.control);
  const thread = new Worker(new URL('./plugin-thread.js', import.meta.url), {
    // What it prints goes nowhere, and the settings of the service are none of its business.
    stdout: true,
    stderr: true,
    env: {},
    resourceLimits: limits,
  });
  threads.set(id, thread);
  thread.stdout.resume();
  thread.stderr.resume();
  thread.on('error', (error: NodeJS.ErrnoException) => {
    control[ENDING] = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? ENDINGS.outOfMemory : ENDINGS.failed;
  });
  thread.once('exit', (code) => {
    threads.delete(id);
    control[EXIT_CODE] = code;
    Atomics.store(control, STATE, ENDED);
    Atomics.notify(control, STATE);
  });
  thread.postMessage(given, [given.port]);
}
