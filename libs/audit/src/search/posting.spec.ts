import fc from 'fast-check';
import { decodePosting, downwards, encodePosting, intersect, numbersOf } from './posting.js';

const SIZE = 4096;
const arbitraryNumbers = fc
  .oneof(
    fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 40 }),
    fc.uniqueArray(fc.nat(SIZE - 1), { minLength: 1500, maxLength: 2000 }),
  )
  .map((numbers) => numbers.sort((a, b) => a - b));

test('numbers come back as they were, upwards and downwards below an end', () => {
  fc.assert(
    fc.property(arbitraryNumbers, fc.nat(SIZE), (numbers, end) => {
      const posting = decodePosting(encodePosting(numbers, SIZE));
      expect(numbersOf(posting)).toEqual(numbers);
      expect([...downwards(posting, end)]).toEqual(numbers.filter((number) => number < end).reverse());
    }),
    { numRuns: 60 },
  );
});

test('what several have in common, in whichever form they are', () => {
  fc.assert(
    fc.property(fc.array(arbitraryNumbers, { minLength: 1, maxLength: 4 }), (all) => {
      const common = intersect(all.map((numbers) => decodePosting(encodePosting(numbers, SIZE))));
      expect(numbersOf(common)).toEqual(all.reduce((some, others) => some.filter((number) => others.includes(number))));
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['few, by their steps', [0, 200, 4095], 1 + 1 + 2 + 2],
  ['none', [], 1],
  ['every second, by a bit each', Array.from({ length: SIZE / 2 }, (_, index) => index * 2), 1 + SIZE / 8],
])('%s', (_name, numbers, bytes) => {
  expect(encodePosting(numbers, SIZE).length).toBe(bytes);
});
