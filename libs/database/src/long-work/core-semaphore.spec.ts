import { availableParallelism } from 'node:os';
import { CoreSemaphore } from './core-semaphore.js';

const CELL = BigInt64Array.BYTES_PER_ELEMENT;
const PERMIT_MS = 50n;
const EXPECTED_MS = 20n;

let now = 1_000n;
const clock = (): bigint => now;

/** Two threads with so many permits between them. */
function threads(permits: number): readonly [CoreSemaphore, CoreSemaphore] {
  const memory = new SharedArrayBuffer(CELL * (1 + permits));
  return [new CoreSemaphore(memory, clock), new CoreSemaphore(memory, clock)];
}

test('all threads have as many permits between them as there are, and again those that are released', () => {
  const [one, other] = threads(2);
  const first = one.acquire();
  expect(other.acquire()).toBeDefined();
  expect([one.acquire(), other.acquire()]).toEqual([undefined, undefined]);
  if (first !== undefined) one.release(first);
  expect(other.acquire()).toEqual(first);
});

test('a permit that is not released expires, and its release does not free it for its new holder', () => {
  const [one, other] = threads(1);
  const lost = one.acquire();
  now += PERMIT_MS - 1n;
  expect(other.acquire()).toBeUndefined();
  now += 1n;
  expect(other.acquire()).toBeDefined();
  if (lost !== undefined) one.release(lost);
  expect(one.acquire()).toBeUndefined();
});

test('permits are needed while small work is in progress, and after it while the next request is expected', () => {
  const [one, other] = threads(1);
  expect(other.areNeeded).toBe(false);
  one.await();
  now += 1_000_000n;
  expect(other.areNeeded).toBe(true);
  one.answered();
  now += EXPECTED_MS - 1n;
  expect(other.areNeeded).toBe(true);
  now += 1n;
  expect(other.areNeeded).toBe(false);
});

test('there is a permit for each core but one, and at least one', () => {
  const semaphore = new CoreSemaphore();
  let taken = 0;
  while (semaphore.acquire() !== undefined) taken += 1;
  expect(taken).toBe(Math.max(1, availableParallelism() - 1));
});
