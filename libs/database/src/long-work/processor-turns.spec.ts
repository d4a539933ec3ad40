import { availableParallelism } from 'node:os';
import { ProcessorTurns } from './processor-turns.js';

const CELL = BigInt64Array.BYTES_PER_ELEMENT;
const TURN_MS = 50n;
const EXPECTED_MS = 20n;

let now = 1_000n;
const clock = (): bigint => now;

/** Two threads with so many turns between them. */
function threads(turns: number): readonly [ProcessorTurns, ProcessorTurns] {
  const memory = new SharedArrayBuffer(CELL * (1 + turns));
  return [new ProcessorTurns(memory, clock), new ProcessorTurns(memory, clock)];
}

test('all threads have as many turns between them as there are, and those again that are given back', () => {
  const [one, other] = threads(2);
  const first = one.take();
  expect(other.take()).toBeDefined();
  expect([one.take(), other.take()]).toEqual([undefined, undefined]);
  if (first !== undefined) one.giveBack(first);
  expect(other.take()).toEqual(first);
});

test('a turn that is not given back is over by itself, and is not given back for the one who has it by then', () => {
  const [one, other] = threads(1);
  const lost = one.take();
  now += TURN_MS - 1n;
  expect(other.take()).toBeUndefined();
  now += 1n;
  expect(other.take()).toBeDefined();
  if (lost !== undefined) one.giveBack(lost);
  expect(one.take()).toBeUndefined();
});

test('turns are needed while something small is under way, and as long behind it as the next one is expected', () => {
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

test('there is a turn for each core but one, and at least one', () => {
  const turns = new ProcessorTurns();
  let taken = 0;
  while (turns.take() !== undefined) taken += 1;
  expect(taken).toBe(Math.max(1, availableParallelism() - 1));
});
