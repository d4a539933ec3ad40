import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cases } from '#test-cases';
import { settings } from '../../apps/api/src/boot/settings.js';
import { BODIES, IMPORT_KIB } from './limits/bodies.js';
import { AT_ONCE, OFTEN, PLACES, RATES, ROOM } from './limits/callers.js';
import { begunBy, type Limit } from './limits/limit.js';
import { QUERIES } from './limits/queries.js';
import { TestApi } from './test-api.js';

/** Each limit: what is just within it is done, what is beyond it is refused in the same word, however far beyond. */
const SERVICES: readonly (readonly [string, Readonly<Record<string, string>>, readonly Limit[]])[] = [
  [
    'of one request, and of what stays',
    {
      // What takes long is done where it can be counted.
      BERTH_WORKERS: '0',
      BERTH_RATE_LIMIT: '0',
      BERTH_TEAM_RATE_LIMIT: '0',
      BERTH_IMPORT_LIMIT: `${IMPORT_KIB}KiB`,
      BERTH_MOST_WATCHERS: String(PLACES.inAll),
      BERTH_WATCHERS_OF_A_KEY: String(PLACES.ofKey),
      BERTH_HEAVY_AT_ONCE: String(ROOM.atOnce),
      BERTH_HEAVY_WAITING: String(ROOM.waiting),
    },
    [...QUERIES, ...BODIES, ...AT_ONCE],
  ],
  ['of many requests', { BERTH_RATE_LIMIT: String(RATES.ofKey), BERTH_TEAM_RATE_LIMIT: String(RATES.ofTeam) }, OFTEN],
];

const SLOW = 'test/e2e/slow-callers.e2e-spec.ts';
const TIMES = 'test/e2e/statement-timeouts.e2e-spec.ts';
const SOCKETS = 'test/e2e/subscriptions.e2e-spec.ts';
/** Limits that other specs reach, and by which test: times, and what a WebSocket may do. */
const ELSEWHERE: Readonly<Record<string, readonly [string, string]>> = {
  'items on a page of REST': ['test/e2e/clusters.e2e-spec.ts', 'pageSize=100000'],
  'bytes of the head of a request': [SLOW, 'a head of megabytes'],
  'time that the head of a request takes': [SLOW, 'a head that never ends'],
  'time that a body pauses': [SLOW, 'a body that pauses for too long'],
  'time that an answer is not read': [SLOW, 'who reads nothing of it'],
  'time that changes are not read': [SOCKETS, 'a reader that takes nothing hears where to go on'],
  'time of a statement': [TIMES, 'has the time of its class'],
  'time of a statement of heavy work': [TIMES, 'has the time of its class'],
  'wait for other writers': ['test/reliability/deadlines.spec.ts', 'who waits too long leaves the line'],
  'bytes that a WebSocket leaves unread': [
    'test/e2e/unread-websocket.e2e-spec.ts',
    'leaves more than 8 MiB unread is closed',
  ],
  'subscriptions of a WebSocket': [SOCKETS, 'a hundred subscriptions at a time'],
  'bytes of a message of a WebSocket': [SOCKETS, 'more than a subscription can be'],
  'time until a WebSocket authenticates': [SOCKETS, "['nothing', [], 4408]"],
  'WebSockets that have not authenticated': [
    'test/e2e/concurrency-limits.e2e-spec.ts',
    'who does not say who they are is bounded',
  ],
};

describe.each(SERVICES)('%s', (_, given, limits) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start(given);
  });
  afterAll(() => api.stop());

  describe.each(limits.map((limit) => [limit.name, limit] as const))('%s', (__, limit) => {
    const { most, ask, granted, refused, isWork, counts = false, isIdle = false } = limit;
    const { times = counts ? cases(100) : 100 } = limit;
    const tried = (size: number) => begunBy(api, () => ask(api, size), isWork);

    test('up to the limit are granted, and nothing is done for what is beyond it', async () => {
      const within = await tried(most);
      expect([within.answer, within.begun > 0]).toEqual([granted, !isIdle]);
      const beyond = await tried(most + 1);
      expect(beyond).toEqual({ answer: refused, begun: counts ? within.begun : 0 });
    });

    test('many times as many are refused in the same word, and leave nothing', async () => {
      const livingAfter = async (size: number): Promise<number> => {
        for (let left = counts ? 1 : 5; left > 0; left--) expect((await tried(size)).answer).toEqual(refused);
        return livingBytes();
      };
      // What the first ones bring is code that is compiled.
      const before = await livingAfter(counts ? most * 10 : most * times);
      expect((await livingAfter(most * times)) - before).toBeLessThan(8 * 2 ** 20);
    });
  });
});

/** What is in memory and in use, in bytes. */
function livingBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('docs/operations.md', () => {
  /** The rows of the table: what is limited, by how much, and by which settings. */
  const rows = (readFileSync('docs/operations.md', 'utf8').split('\n## Limits\n')[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| limit |'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

  test('has a row of every limit that is tried, and none that is not', () => {
    const all = [...SERVICES.flatMap(([, , limits]) => limits.map(({ name }) => name)), ...Object.keys(ELSEWHERE)];
    expect(rows.map(([name]) => name).sort()).toEqual(all.sort());
  });

  test('says of each that no setting moves how much it is', () => {
    const fixed = rows.filter(([, , setting = '']) => setting === '');
    const tried = SERVICES.flatMap(([, , limits]) => limits);
    const shown = fixed.flatMap(([name, text]) => {
      const limit = tried.find((one) => one.name === name);
      return limit === undefined ? [] : [[name, text, limit.shown ?? limit.most.toLocaleString('en-US')]];
    });
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter(([, text, most]) => text !== most)).toEqual([]);
  });

  test('names every setting that is a limit', () => {
    const isLimit = /LIMIT|TIMEOUT|PATIENCE|MOST|WATCHERS|HEAVY/;
    const named = rows.flatMap(([, , setting = '']) => [...setting.matchAll(/`(BERTH_\w+)`/g)].map(([, one]) => one));
    expect([...new Set(named)].sort()).toEqual(
      Object.keys(settings.shape)
        .filter((name) => isLimit.test(name))
        .sort(),
    );
  });

  test.each(Object.entries(ELSEWHERE))('%s: the test that tries it is there', (_, [spec, test]) => {
    expect(existsSync(spec) && readFileSync(spec, 'utf8')).toContain(test);
  });
});
