import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { run } from '../run.js';

const ALIKE = {
  decisions: 8,
  identical: 8,
  different: 0,
  notComparable: 0,
  parts: 2,
  differences: [],
  notCompared: [],
  durationMs: 1500,
  decisionsPerSecond: 5,
};
const STARTED = { id: 'op-1', kind: 'replay', state: 'queued', place: 1, result: null, problem: null };
const RUNNING = {
  ...STARTED,
  state: 'running',
  place: null,
  progress: { done: 3, total: 8, unit: 'decisions', message: '0 different, 0 not comparable' },
};
const succeeded = (result: object): object => ({ ...RUNNING, state: 'succeeded', result });

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

/** What the next requests are answered with, one after the other, and what was asked first. */
let answers: Answer[] = [];
let asked: unknown;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request
      .on('data', (piece: Buffer) => {
        body += piece.toString();
      })
      .on('end', () => {
        asked ??= {
          method: request.method,
          url: request.url,
          key: request.headers.authorization,
          body: JSON.parse(body) as unknown,
        };
        const { status = 200, body: answer } = answers.shift() ?? { status: 500, body: {} };
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    }),
);

async function berth(
  line: string,
): Promise<{ readonly code: number; readonly printed: readonly string[]; readonly complained: readonly string[] }> {
  const [printed, complained]: [string[], string[]] = [[], []];
  const input = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true as const, value: undefined }) }),
  };
  const code = await run(line.split(' '), {
    input,
    print: (text) => void printed.push(text),
    complain: (text) => void complained.push(text),
    environment: { BERTH_URL: url, BERTH_KEY: 'secret', HOME: '/nowhere' },
  });
  return { code, printed, complained };
}

test.each<[string, object]>([
  ['--cluster prod', {}],
  ['--cluster prod --all', {}],
  ['--cluster prod --run r1', { run: 'r1' }],
  ['--cluster prod --run r1 --part 2', { run: 'r1', part: 2 }],
  ['--cluster prod --decision r1.4', { decision: 'r1.4' }],
])('%s asks for that', async (line, body) => {
  answers = [{ status: 202, body: STARTED }, { body: RUNNING }, { body: succeeded(ALIKE) }];
  asked = undefined;
  expect(await berth(`replay ${line}`)).toEqual({
    code: 0,
    printed: ['replay: 8 decisions in 2 parts, 8 identical, 0 different, 0 not comparable (1.5 s, 5 a second)'],
    complained: [],
  });
  expect(asked).toEqual({
    method: 'POST',
    url: '/v1/clusters/prod/replays',
    key: 'Bearer secret',
    body: { ...body, wait: false },
  });
});

test('differences are said, and make the exit code 1', async () => {
  const result = {
    ...ALIKE,
    identical: 4,
    different: 3,
    notComparable: 1,
    differences: [{ message: 'first' }, { message: 'second' }],
    notCompared: [{ run: 'r', part: 0, decisions: 1, reason: 'gone' }],
  };
  answers = [{ status: 202, body: STARTED }, { body: succeeded(result) }];
  expect(await berth('replay --cluster prod')).toEqual({
    code: 1,
    complained: [],
    printed: [
      'first',
      'second',
      'and 1 more',
      'not compared: 1 decision of run r, part 0: gone',
      'replay: 8 decisions in 2 parts, 4 identical, 3 different, 1 not comparable (1.5 s, 5 a second)',
    ],
  });
});

test('nothing that could be compared is no answer', async () => {
  answers = [{ status: 202, body: STARTED }, { body: succeeded({ ...ALIKE, identical: 0, notComparable: 8 }) }];
  expect((await berth('replay --cluster prod')).code).toBe(4);
});

test('a refusal is said in the words of the service', async () => {
  answers = [{ status: 404, body: { title: 'There is no such cluster', detail: 'cluster "prod" not found' } }];
  expect(await berth('replay --cluster prod')).toEqual({
    code: 3,
    printed: [],
    complained: ['berth: cluster "prod" not found'],
  });
  answers = [{ status: 502, body: '<html>' }];
  expect((await berth('replay --cluster prod')).complained).toEqual(['berth: the service answered 502']);
});

test('so is why there is no report', async () => {
  const problem = { code: 'OPERATION_INTERRUPTED', detail: 'the process that had it ended' };
  answers = [{ status: 202, body: STARTED }, { body: { ...RUNNING, state: 'failed', problem } }];
  expect(await berth('replay --cluster prod')).toEqual({
    code: 4,
    printed: [],
    complained: ['berth: the process that had it ended'],
  });
});

test.each([
  'replay',
  'replay --cluster prod --run r --all',
  'replay --cluster prod --part 1',
  'replay --cluster prod --run r --part x',
])('%s is no command line', async (line) => {
  const { code, complained } = await berth(line);
  expect([code, complained.at(-1)]).toEqual([2, 'Usage: berth replay [options]']);
});
