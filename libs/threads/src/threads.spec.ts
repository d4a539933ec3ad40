import { once, EventEmitter } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { HeapLimits } from './thread.js';
import { Threads } from './threads.js';
import type { Arithmetic } from './testing/arithmetic.js';

const heard: string[] = [];
const lost: string[] = [];
const events = new EventEmitter();
let threads: Threads<Arithmetic>;

beforeEach(() => {
  heard.length = 0;
  lost.length = 0;
  threads = started();
});
afterEach(() => threads.stop());

function started(limits?: HeapLimits): Threads<Arithmetic> {
  return new Threads<Arithmetic>({
    module: new URL('./testing/arithmetic-thread.js', import.meta.url),
    settings: 'hello',
    count: 2,
    ...(limits !== undefined && { limits }),
    onNews: (news, thread) => {
      heard.push(`${thread} ${news}`);
      events.emit('news');
    },
    onLost: ({ message }, thread) => {
      lost.push(`${thread} ${message}`);
      events.emit('lost');
    },
  });
}

/** What must be thrown. */
async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: unknown) => error,
  );
}

async function* pieces(...all: readonly (Uint8Array | string)[]): AsyncIterable<Uint8Array | string> {
  for (const piece of all) yield await Promise.resolve(piece);
}

/** Ends as `end` does, before the first piece. */
async function* failing(end: Promise<never>): AsyncIterable<string> {
  yield await end;
}

test('calls of no key are dealt out by their jobs: no thread has more of one than its share', async () => {
  const gone = new AbortController();
  const { signal } = gone;
  const first = threads.call('wait', [{ signal }]);
  // The other one has as much to do, of another kind, and a key.
  const { thread: other } = await threads.call('count', [], { key: 'other' });
  const reading = threads.call('total', [failing(first)], { key: 'other' });
  const second = threads.call('wait', [{ signal }]);
  // It has more than the first one now.
  expect((await threads.call('count', [])).thread).not.toBe(other);
  gone.abort(new Error('over'));
  const ended = await Promise.allSettled([first, second, reading]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('calls of one key go to one thread, and new keys to the one that has least', async () => {
  const places = new Map<string, Set<number>>();
  for (const key of ['a', 'b', 'a', 'b', 'c', 'a', 'c', 'b']) {
    const { thread } = await threads.call('count', [], { key });
    places.set(key, (places.get(key) ?? new Set()).add(thread));
  }
  expect([...places.values()].map((ids) => ids.size)).toEqual([1, 1, 1]);
  expect(places.get('a')).not.toEqual(places.get('b'));
});

test('a key that comes while a thread works goes to another, and so does a call without a key', async () => {
  const stop = new AbortController();
  const working = thrownBy(threads.call('wait', [{ signal: stop.signal }], { key: 'long' }));
  const { thread } = await threads.call('count', [], { key: 'short' });
  expect((await threads.call('count', [])).thread).toBe(thread);
  expect((await threads.call('count', [], { key: 'other' })).thread).toBe(thread);
  stop.abort(new Error('enough'));
  expect(await working).toEqual(new Error('enough'));
});

test('callbacks are called in their order and before the outcome', async () => {
  const steps: number[] = [];
  const outcome = await threads.call('steps', [3, { onStep: (step) => steps.push(step) }]);
  expect([outcome, steps]).toEqual(['done', [1, 2, 3]]);
});

test('a thread tells what it likes beside its calls, and gets its settings', async () => {
  await threads.call('announce', ['a word'], { key: 'a' });
  expect(heard).toEqual(['0 hello', '0 a word']);
});

test('every thread that is there is called, and no other is started for it', async () => {
  expect(await threads.callEach('count', [])).toEqual([]);
  threads.start();
  const counts = await threads.callEach('count', []);
  expect(counts).toMatchObject([{ value: { counted: 1 } }, { value: { counted: 1 } }]);
});

test('a stream is read piece by piece, and its memory stays with its source', async () => {
  const bytes = Buffer.from('abc');
  expect(await threads.call('total', [pieces(bytes, 'de', bytes)])).toBe(8);
  expect(String(bytes)).toBe('abc');
});

test('a reader that ends early closes the stream', async () => {
  let read = 0;
  let isClosed = false;
  async function* endless(): AsyncIterable<string> {
    try {
      for (;;) yield await Promise.resolve(String(++read));
    } finally {
      isClosed = true;
    }
  }
  expect(await threads.call('firstOnly', [{ chunks: endless() }])).toBe('1');
  await threads.callEach('count', []);
  expect([isClosed, read]).toEqual([true, 2]);
});

test('an error keeps what tells outages from bugs, and what cannot be sent is left out', async () => {
  const outage = await thrownBy(threads.call('fail', ['outage']));
  expect(outage).toMatchObject({ message: 'away', code: '57P01' });
  expect(Object.keys(outage as object)).toEqual(['code']);
  const outer = await thrownBy(threads.call('fail', ['cause']));
  expect(outer).toMatchObject({ name: 'TypeError', cause: { message: 'inner', code: 'ECONNRESET' } });
  expect((outer as Error).stack).toContain('arithmetic.js');
  expect(await thrownBy(threads.call('fail', ['text']))).toMatchObject({ message: 'just a text' });
});

test('what is thrown here on the way comes back as itself', async () => {
  class Refused extends Error {}
  const refused = new Refused('no');
  expect(await thrownBy(threads.call('total', [failing(Promise.reject(refused))]))).toBe(refused);
  const stop = new AbortController();
  const waiting = thrownBy(threads.call('wait', [{ signal: stop.signal }]));
  stop.abort(refused);
  expect(await waiting).toBe(refused);
  expect(await thrownBy(threads.call('wait', [{ signal: stop.signal }]))).toBe(refused);
});

test.each([
  ['exit', 'the thread that worked on it ended: exit code 3'],
  ['throw', 'the thread that worked on it ended: a bug'],
] as const)('a thread that dies (%s) fails its calls, and another takes its place', async (how, message) => {
  const before = await threads.call('count', [], { key: 'a' });
  const open = thrownBy(threads.call('wait', [], { key: 'a' }));
  expect(await thrownBy(threads.call('die', [how], { key: 'a' }))).toMatchObject({ name: 'ThreadLost', message });
  expect(await open).toMatchObject({ message });
  expect(lost).toEqual([`0 ${message}`]);
  const after = await threads.call('count', [], { key: 'a' });
  expect([after.counted, after.thread === before.thread]).toEqual([1, false]);
});

test('a thread that takes more memory than it may is lost, and the process goes on', async () => {
  const limited = started({ maxOldGenerationSizeMb: 24 });
  const message = expect.stringContaining('memory limit') as string;
  expect(await thrownBy(limited.call('hoard', []))).toMatchObject({ name: 'ThreadLost', message });
  expect((await limited.call('count', [])).counted).toBe(1);
  await limited.stop();
});

test('what is open when the threads are stopped fails, and nothing begins after', async () => {
  const news = once(events, 'news');
  const open = thrownBy(threads.call('wait', []));
  await news;
  await threads.stop();
  expect(await open).toMatchObject({ message: 'the thread that worked on it ended: it was stopped' });
  expect(() => threads.call('count', [])).toThrow('the threads were stopped');
  expect(lost).toEqual([]);
});

/** How nice every thread of this process is, by its number. */
function priorities(): Map<string, number> {
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task') : [];
  // The 19th field; the second is a name in brackets, which may have spaces.
  const niceOf = (id: string): number =>
    Number(
      readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[16],
    );
  return new Map(threads.map((id) => [id, niceOf(id)]));
}

test('on Linux threads give way to the one that answers', async () => {
  const own = String(process.pid);
  const before = priorities();
  await threads.call('count', [], { key: 'a' });
  await threads.call('count', [], { key: 'b' });
  const now = priorities();
  expect(now.get(own)).toBe(before.get(own));
  const gaveWay = [...now].filter(([id, nice]) => !before.has(id) && nice >= 10);
  expect(gaveWay).toHaveLength(process.platform === 'linux' ? 2 : 0);
});
