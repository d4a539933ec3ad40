import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { BodyPace } from './body-pace.js';

const DEADLINE_MS = 200;

let server: Server;
let sender: Socket;
let body: BodyPace;
beforeEach(async () => {
  server = createServer((socket) => {
    body = socket.pipe(new BodyPace(DEADLINE_MS));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  sender = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(server, 'connection'), once(sender, 'connect')]);
});
afterEach(() => {
  sender.destroy();
  server.close();
});

/** As a long computation on this thread does. */
function holdUp(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

test('a body that stops coming is given up', async () => {
  sender.write('a');
  await expect(text(body)).rejects.toThrow('nothing of the body came for 0.2 seconds');
});

test('what arrives while the event loop is held up has come in time', async () => {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (const piece of ['a', 'b', 'c']) {
    const arrived = pieces.next();
    sender.write(piece);
    holdUp(2 * DEADLINE_MS);
    expect(String((await arrived).value)).toBe(piece);
  }
});
