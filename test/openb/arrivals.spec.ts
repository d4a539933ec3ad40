import { arrivalsOf, diceOf, shuffled } from './arrivals.js';
import { gpuOf, type TracePod } from './trace.js';

const pod = (cpu: number, gpus: number, milli = 1000): TracePod => ({ cpu, memoryMib: 0, gpus, milli, models: [] });
const asked = (pods: readonly TracePod[]): number => pods.reduce((sum, one) => sum + gpuOf(one), 0);
const numbers = Array.from({ length: 100 }, (_, index) => index);

test('a shuffled list has all of it, by the seed', () => {
  const drawn = shuffled(numbers, diceOf(1));
  expect(drawn.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(drawn).not.toEqual(numbers);
  expect(drawn).toEqual(shuffled(numbers, diceOf(1)));
  expect(drawn).not.toEqual(shuffled(numbers, diceOf(2)));
});

test('copies of drawn pods come after all of a short list, up to 130 % of the capacity', () => {
  const list = numbers.map((cpu) => pod(cpu, 1, 500));
  const arrivals = arrivalsOf(list, 100_000, diceOf(1));
  expect(asked(arrivals)).toBe(130_000);
  expect(new Set(arrivals.slice(0, 100).map(({ cpu }) => cpu)).size).toBe(100);
});

test('drawn pods are left out of a long list', () => {
  const arrivals = arrivalsOf(
    numbers.map((cpu) => pod(cpu, 1)),
    10_000,
    diceOf(1),
  );
  expect(asked(arrivals)).toBe(13_000);
  expect(new Set(arrivals.map(({ cpu }) => cpu)).size).toBe(13);
});

test('the last pod may go beyond the mark: one of its GPUs has to be below it', () => {
  expect(asked(arrivalsOf([pod(0, 8)], 10_000, diceOf(1)))).toBe(16_000);
});
