import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit, type LimitSettings, type Applicant } from './concurrency-limit.js';

/** Work that ends when it is asked to. */
class Works {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();

  constructor(private readonly limit: ConcurrencyLimit) {}

  start(name: string, applicant: Partial<Applicant> = {}): Promise<string> {
    const done = this.limit.run({ request: { name }, team: 'a', caller: 'ann', ...applicant }, async () => {
      this.begun.push(name);
      await new Promise<void>((resolve) => this.#ends.set(name, resolve));
      return name;
    });
    done.catch(() => undefined);
    return done;
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await setImmediate();
  }
}

function works(limits: LimitSettings): [Works, ConcurrencyLimit] {
  const limit = new ConcurrencyLimit(limits);
  return [new Works(limit), limit];
}

const REFUSED = { name: 'QueueFull', retryAfterSeconds: 5 };

test('so much goes on at once, so much waits in its order, and the rest is refused', async () => {
  const [all, limit] = works({ atOnce: 1, waiting: 4 });
  const first = all.start('a');
  void all.start('b');
  void all.start('c', { caller: 'bob' });
  void all.start('d', { team: 'b' });
  void all.start('e', { team: 'b', caller: 'bob' });
  await expect(all.start('f', { team: 'c' })).rejects.toMatchObject(REFUSED);
  await setImmediate();
  expect([all.begun, limit.load]).toEqual([['a'], { working: 1, waiting: 4 }]);
  await all.end('a');
  expect(await first).toBe('a');
  for (const name of ['b', 'c', 'd', 'e']) await all.end(name);
  await setImmediate();
  expect([all.begun, limit.load]).toEqual([['a', 'b', 'c', 'd', 'e'], { working: 0, waiting: 0 }]);
});

test('one team has neither all slots nor all of the queue, and one caller not all of what is its', async () => {
  const [all] = works({ atOnce: 3, waiting: 8 });
  for (const name of ['a', 'b', 'c', 'd']) void all.start(name);
  await expect(all.start('e')).rejects.toMatchObject(REFUSED);
  for (const name of ['f', 'g']) void all.start(name, { caller: 'bob' });
  await expect(all.start('h', { caller: 'eve' })).rejects.toMatchObject(REFUSED);
  await setImmediate();
  expect(all.begun).toEqual(['a', 'b']);
  for (const name of ['x', 'y']) void all.start(name, { team: 'b' });
  await setImmediate();
  expect(all.begun).toEqual(['a', 'b', 'x']);
  // The team with the least under way is next, though others wait longer; in a team, the caller.
  await all.end('x');
  await all.end('y');
  await all.end('a');
  await all.end('b');
  await setImmediate();
  expect(all.begun).toEqual(['a', 'b', 'x', 'y', 'f', 'c']);
});

test('a limit may take one piece of a caller and kind at a time', async () => {
  const [all] = works({ atOnce: 4, waiting: 4, ofOneKind: 1 });
  for (const name of ['a', 'b']) void all.start(name, { kind: 'replay' });
  void all.start('v', { kind: 'verification' });
  void all.start('x', { kind: 'replay', caller: 'bob' });
  await setImmediate();
  expect(all.begun).toEqual(['a', 'v', 'x']);
  await all.end('a');
  await setImmediate();
  expect(all.begun).toEqual(['a', 'v', 'x', 'b']);
});

test('a slot is kept for work that is yet to come, and given back when there is none', async () => {
  const [all, limit] = works({ atOnce: 1, waiting: 1 });
  const slot = limit.enter({ request: {}, team: 'a', caller: 'ann' });
  const later = limit.enter({ request: {}, team: 'a', caller: 'bob' });
  await expect(all.start('c', { caller: 'eve' })).rejects.toMatchObject(REFUSED);
  slot.leave();
  expect(await later.run(() => Promise.resolve('b'))).toBe('b');
  const gone = AbortSignal.abort(new Error('left'));
  await expect(
    limit.enter({ request: {}, team: 'a', caller: 'ann', signal: gone }).run(() => Promise.resolve()),
  ).rejects.toThrow('left');
  expect(limit.load).toEqual({ working: 0, waiting: 0 });
});

test('the pieces of one request run one after the other in one slot, and are one in the queue', async () => {
  const [all, limit] = works({ atOnce: 3, waiting: 2 });
  const [one, two] = [{}, {}];
  for (const piece of ['1', '2', '3']) void all.start(`one ${piece}`, { request: one });
  for (const piece of ['1', '2']) void all.start(`two ${piece}`, { request: two });
  await setImmediate();
  expect([all.begun, limit.load]).toEqual([['one 1', 'two 1'], { working: 2, waiting: 0 }]);
  void all.start('three');
  await all.end('one 1');
  await all.end('two 1');
  await setImmediate();
  expect(all.begun).toEqual(['one 1', 'two 1', 'three', 'one 2']);
  await all.end('one 2');
  await setImmediate();
  expect(all.begun.slice(4)).toEqual(['two 2']);
});

test('a caller that disconnects leaves the queue; one that works gives its slot back at the end', async () => {
  const [all, limit] = works({ atOnce: 1, waiting: 2 });
  const gone = new AbortController();
  const left = new Error('left');
  void all.start('a');
  const waiting = all.start('b', { signal: gone.signal });
  void all.start('c', { team: 'b' });
  gone.abort(left);
  await expect(waiting).rejects.toBe(left);
  await expect(all.start('d', { signal: gone.signal })).rejects.toBe(left);
  expect(limit.load).toEqual({ working: 1, waiting: 1 });
  await all.end('a');
  await setImmediate();
  expect([all.begun, limit.load]).toEqual([['a', 'c'], { working: 1, waiting: 0 }]);
});

test('work that fails gives its slot back', async () => {
  const [all, limit] = works({ atOnce: 1, waiting: 1 });
  await expect(
    limit.run({ request: {}, team: 'a', caller: 'ann' }, () => Promise.reject(new Error('broken'))),
  ).rejects.toThrow('broken');
  void all.start('a');
  await setImmediate();
  expect(all.begun).toEqual(['a']);
});
