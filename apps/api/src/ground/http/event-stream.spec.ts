import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { EventStream } from './event-stream.js';

const DEADLINE_MS = 300;

let server: Server;
let reader: Socket;
let stream: EventStream;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answering = once(server, 'request');
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => undefined);
  reader.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [request, raw] = (await answering) as [object, ServerResponse];
  const reply = { raw, request, hijack: () => undefined, getHeaders: () => ({}) };
  stream = EventStream.open(reply as unknown as FastifyReply, { deadlineMs: DEADLINE_MS });
});
afterEach(async () => {
  reader.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Until the connection takes no more: what the kernels keep for a reader is some megabytes. */
async function fill(event: string): Promise<string> {
  for (;;) {
    const taken = await stream.send(event);
    if (taken !== 'taken') return taken;
  }
}

test.each([
  ['large', 2 ** 20],
  ['small, which fits into what Node keeps,', 4_000],
])('a reader that never reads is late with what is %s', async (_what, size) => {
  expect(await fill('x'.repeat(2 ** 20))).toBe('late');
  expect(await stream.send('x'.repeat(size))).toBe('late');
});

test('a reader that was late and reads on has all of it', async () => {
  expect(await fill('x'.repeat(2 ** 20))).toBe('late');
  let read = 0;
  reader.on('data', (chunk) => (read += chunk.length)).resume();
  expect(await stream.send('y'.repeat(1_000))).toBe('taken');
  expect(read).toBeGreaterThan(2 ** 20);
});

test('a reader that goes while something waits for it is gone', async () => {
  const filled = fill('x'.repeat(2 ** 20));
  reader.resetAndDestroy();
  expect(await filled).toBe('gone');
  expect(await stream.send('x')).toBe('gone');
});
