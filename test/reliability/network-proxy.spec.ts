import { once } from 'node:events';
import { connect, createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { NetworkProxy } from './network-proxy.js';

let echo: Server;
let accepted: Socket[];
let proxy: NetworkProxy;
let clients: Socket[];
beforeEach(async () => {
  [accepted, clients] = [[], []];
  echo = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined).pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await NetworkProxy.open(`tcp://user:secret@127.0.0.1:${(echo.address() as AddressInfo).port}/name`);
});
afterEach(async () => {
  await proxy.close();
  for (const socket of [...clients, ...accepted]) socket.destroy();
  echo.close();
});

async function dial(): Promise<Socket> {
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'connect');
  return client;
}

/** Resolves to what comes back first; both sides have their connection then. */
async function echoed(client: Socket, text: string): Promise<string> {
  client.write(text);
  const [bytes] = (await once(client, 'data')) as [Buffer];
  return String(bytes);
}

/** Resolves when that much was swallowed. */
async function lost(bytes: number): Promise<void> {
  while (proxy.lostBytes < bytes) await nextTurn();
}

test('passes what is sent, under the name that was given', async () => {
  const client = await dial();
  expect(await echoed(client, 'hello')).toBe('hello');
  expect(proxy.url).toMatch(/^tcp:\/\/user:secret@127\.0\.0\.1:[0-9]+\/name$/);
  expect(proxy.connections).toBe(1);
  client.end();
  await once(client, 'close');
  expect(accepted).toHaveLength(1);
});

test('a connection that cannot be reset, as it is being shut down, ends with no error of the process', async () => {
  const client = await dial();
  await echoed(client, 'hello');
  proxy.line = 'swallow-to-client';
  client.end();
  const [far] = accepted;
  if (far?.closed === false) await once(far, 'close');
  const reset = Socket.prototype.resetAndDestroy;
  // As where libuv answers EINVAL, which depends on the moment.
  Socket.prototype.resetAndDestroy = function (this: Socket) {
    this.emit('error', Object.assign(new Error('reset EINVAL'), { code: 'EINVAL' }));
    return reset.call(this);
  };
  try {
    expect(proxy.cut()).toBe(1);
  } finally {
    Socket.prototype.resetAndDestroy = reset;
  }
});

test('much goes through whole', async () => {
  const client = await dial();
  const sent = Buffer.alloc(5_000_000, 'abc');
  let length = 0;
  client.on('data', (bytes) => {
    length += bytes.length;
  });
  client.end(sent);
  await once(client, 'end');
  expect(length).toBe(sent.length);
});

test('holds what is sent until it passes again', async () => {
  const client = await dial();
  await echoed(client, 'one');
  proxy.line = 'hold';
  const answer = echoed(client, 'two');
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  await dial();
  expect(isAnswered).toBe(false);
  proxy.line = 'pass';
  expect(await answer).toBe('two');
});

test('delays what is sent', async () => {
  const client = await dial();
  proxy.delayMs = 30;
  const since = performance.now();
  await echoed(client, 'slow');
  // Both ways; a timer may be a millisecond early.
  expect(performance.now() - since).toBeGreaterThan(58);
});

test.each(['swallow', 'swallow-to-server', 'swallow-to-client'] as const)(
  '%s: nothing comes back, and the connection stays dead and open while others live',
  async (line) => {
    const client = await dial();
    await echoed(client, 'alive');
    const heard: string[] = [];
    client.on('data', (bytes) => heard.push(String(bytes)));
    proxy.line = line;
    client.write('lost');
    await lost(4);
    proxy.line = 'pass';
    client.write('still');
    await lost(9);
    expect(await echoed(await dial(), 'alive')).toBe('alive');
    expect(heard).toEqual([]);
    expect([client.destroyed, client.readableEnded, accepted[0]?.destroyed]).toEqual([false, false, false]);
  },
);

test('an end is swallowed too: the other side knows of nothing', async () => {
  const client = await dial();
  await echoed(client, 'alive');
  proxy.line = 'swallow';
  client.write('lost');
  await lost(4);
  client.resetAndDestroy();
  proxy.line = 'pass';
  await echoed(await dial(), 'alive');
  expect(accepted[0]?.destroyed).toBe(false);
});

test('cuts both sides', async () => {
  const client = await dial();
  await echoed(client, 'alive');
  const closed = [client, accepted[0] ?? client].map(
    (socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve())),
  );
  expect(proxy.cut()).toBe(1);
  await Promise.all(closed);
  expect(proxy.connections).toBe(0);
});

test('refuses new connections, keeps the others, and accepts on the same port again', async () => {
  const client = await dial();
  await echoed(client, 'alive');
  const { url } = proxy;
  await proxy.refuse();
  await expect(dial()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await echoed(client, 'still')).toBe('still');
  await proxy.accept();
  expect(proxy.url).toBe(url);
  expect(await echoed(await dial(), 'again')).toBe('again');
});
