import { MessageChannel, Worker } from 'node:worker_threads';
import { ANSWERED, CONTROL_BYTES, STATE } from '../messages.js';
import { PluginThread } from './plugin-keeper.js';

const reported = { used: () => undefined, ended: () => undefined };

/** Wakes whoever waits and says nothing, as a late notification does, and replies after that. */
const LATE = `
  const { workerData: { port, control } } = require('node:worker_threads');
  const state = new Int32Array(control);
  while (Atomics.notify(state, ${STATE}) === 0);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  port.postMessage({ kind: 'filtered', verdicts: new Int32Array(), answers: [] });
  Atomics.store(state, ${STATE}, ${ANSWERED});
  Atomics.notify(state, ${STATE});
`;

test('a notification that comes late is no answer, and does not end the waiting', async () => {
  const { port1, port2 } = new MessageChannel();
  const control = new SharedArrayBuffer(CONTROL_BYTES);
  const worker = new Worker(LATE, { eval: true, workerData: { port: port2, control }, transferList: [port2] });
  const thread = new PluginThread(port1, new Int32Array(control), reported);
  expect(thread.wait(30_000)).toMatchObject({ kind: 'filtered' });
  thread.end();
  await worker.terminate();
});

test('who is not answered in time hears nothing', () => {
  const { port1 } = new MessageChannel();
  const thread = new PluginThread(port1, new Int32Array(new SharedArrayBuffer(CONTROL_BYTES)), reported);
  expect(thread.wait(1)).toEqual({ kind: 'silent' });
  thread.end();
});
