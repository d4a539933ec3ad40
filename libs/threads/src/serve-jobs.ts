import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { inSpan, underSpanOf } from '#spans';
import { giveWay } from './give-way.js';
import { IncomingCall } from './incoming-call.js';
import type { ThreadShape } from './job.js';
import type { FromThread, ToThread } from './messages.js';

/** What a thread has beside its jobs. */
export interface ServedThread<Shape extends ThreadShape> {
  /** Tells the starter of the thread, outside of any call. */
  tell(news: Shape['news']): void;
}

/**
 * Serves jobs in a thread that `Threads` started. `create` gets the settings that were given there, and what the thread
 * can tell; calls wait until it is done.
 * @throws when this is no such thread
 */
export function serveJobs<Shape extends ThreadShape, Settings>(
  create: (settings: Settings, thread: ServedThread<Shape>) => Shape['jobs'] | Promise<Shape['jobs']>,
): void {
  if (parentPort === null) throw new Error('jobs are served in a worker thread');
  const port = parentPort;
  giveWay();
  const tell = (news: Shape['news']): void => {
    const message: FromThread = { type: 'threadNews', news };
    port.postMessage(message);
  };
  void Promise.resolve(create(workerData as Settings, { tell })).then((jobs) => {
    serveOn(port, jobs);
  });
}

/** A job of any thread. */
type AnyJob = (...args: unknown[]) => Promise<unknown>;

function serveOn(port: MessagePort, jobs: ThreadShape['jobs']): void {
  // The caller has the types; what comes here is plain data.
  const table = new Map(Object.entries(jobs) as [string, AnyJob][]);
  const open = new Map<number, IncomingCall>();
  const send = (message: FromThread): void => {
    port.postMessage(message);
  };
  port.on('message', (message: ToThread) => {
    if (message.type !== 'call') {
      open.get(message.call)?.hear(message);
      return;
    }
    const call = new IncomingCall(message.call, send);
    open.set(message.call, call);
    const job = table.get(message.job);
    void call
      .run(() => {
        if (job === undefined) throw new Error(`no job ${message.job}`);
        const work = (): Promise<unknown> => job(...call.argumentsOf(message.args));
        return underSpanOf(message.carrier, () => inSpan(`job ${spanNameOf(message.job)}`, {}, work));
      })
      .finally(() => open.delete(message.call));
  });
}

/** A method of a service, `service.method`, is known by its own name. */
function spanNameOf(job: string): string {
  return job.slice(job.lastIndexOf('.') + 1);
}
