import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendWebhook, type WebhookSettings } from './webhook.js';

const MESSAGE = { id: 'msg_1', at: new Date(0), body: '{}', secret: `whsec_${Buffer.alloc(32).toString('base64')}` };
const MIB = 1_048_576;

let received: number;
let answer: (response: http.ServerResponse) => void;
const server = http.createServer((request, response) => {
  received += 1;
  request.resume().on('end', () => {
    answer(response);
  });
});
let url: URL;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
});
beforeEach(() => {
  received = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = (more: Partial<WebhookSettings> = {}, to = url): Promise<void> =>
  sendWebhook(to, MESSAGE, { privateHosts: ['127.0.0.1'], ...more });

/** Writes for as long as it is read; resolves to the number of bytes when it is cut off. */
function endless(response: http.ServerResponse): Promise<number> {
  return new Promise((resolve) => {
    let written = 0;
    response.on('close', () => {
      resolve(written);
    });
    const write = (): void => {
      while (!response.destroyed && written < 1_024 * MIB) {
        written += 65_536;
        if (!response.write(Buffer.alloc(65_536))) break;
      }
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  });
}

test.each([200, 503])('of an answer %i of 1 GiB no more is read than what its connection holds', async (status) => {
  let written: Promise<number> | undefined;
  answer = (response) => {
    response.writeHead(status);
    written = endless(response);
  };
  if (status === 200) await send();
  else await expect(send()).rejects.toThrow(/^answered 503/);
  expect(await written).toBeLessThan(16 * MIB);
});

test('a receiver that is silent, and one that sends a byte now and then, are cut off', async () => {
  answer = () => undefined;
  await expect(send({ timeoutMs: 100 })).rejects.toThrow('did not answer within 0.1 s');
  answer = (response) => {
    response.writeHead(500);
    const drip = setInterval(() => response.write('.'), 10);
    response.on('close', () => {
      clearInterval(drip);
    });
  };
  await expect(send({ timeoutMs: 100 })).rejects.toThrow('did not answer within 0.1 s');
});

test('a redirect to a private address is not followed', async () => {
  answer = (response) => response.writeHead(307, { location: `${url.href}/again` }).end();
  await expect(send()).rejects.toThrow('answered 307: redirects are not followed');
  expect(received).toBe(1);
});

test('a name is looked up once an attempt, and every address that it has must be public', async () => {
  // A public address that no network has, then those of this machine.
  const answers = [['3ffe::1'], ['127.0.0.1'], ['3ffe::1', '127.0.0.1'], []];
  let asked = 0;
  const lookUp: WebhookSettings['lookUp'] = (_, __, done) => {
    const addresses = answers[asked] ?? [];
    asked += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  const to = new URL(`https://rebound.example:${url.port}/hook`);
  await expect(send({ lookUp, timeoutMs: 500 }, to)).rejects.toThrow(/^(could not be reached|did not answer)/);
  expect(asked).toBe(1);
  for (let attempt = 1; attempt < answers.length; attempt += 1)
    await expect(send({ lookUp }, to)).rejects.toThrow('the host has a private address');
  expect([asked, received]).toEqual([answers.length, 0]);
});
