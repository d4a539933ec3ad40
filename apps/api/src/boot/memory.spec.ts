import { sharesOf, threadsFor, withWarm } from './memory.js';

const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;

test('where there is plenty caches have all that they can use, and heaps are not bounded', () => {
  const plenty = { warm: 472 * MEBIBYTE, executor: 236 * MEBIBYTE, past: 236 * MEBIBYTE, books: 118 * MEBIBYTE };
  const documents = 20 * MEBIBYTE;
  expect(sharesOf(4 * GIBIBYTE)).toEqual({ bytes: 4 * GIBIBYTE, ...plenty, documents, heap: undefined });
  expect(sharesOf(64 * GIBIBYTE)).toMatchObject({
    warm: 2_048 * MEBIBYTE,
    executor: 1_024 * MEBIBYTE,
    past: 512 * MEBIBYTE,
    books: 200 * MEBIBYTE,
    documents,
    heap: undefined,
  });
});

test('in little memory everything is bounded, and all caches together take less than a sixth', () => {
  const { bytes, heap, ...caches } = sharesOf(512 * MEBIBYTE);
  expect(heap).toEqual({ maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 });
  // Past states and books are of the thread that answers, and once more of the others.
  expect(caches.warm + caches.documents + 2 * (caches.past + caches.books)).toBeLessThan(bytes / 6);
});

test('what is given for clusters bounds what is learnt of their classes', () => {
  const shares = sharesOf(4 * GIBIBYTE);
  expect(withWarm(shares, undefined)).toEqual(shares);
  expect(withWarm(shares, 3 * GIBIBYTE)).toEqual({ ...shares, warm: 3 * GIBIBYTE, executor: 1.5 * GIBIBYTE });
});

test('there are as many threads as have room, and always one', () => {
  expect([256, 512, 1_024, 4_096].map((mebibytes) => threadsFor(mebibytes * MEBIBYTE))).toEqual([1, 1, 2, 10]);
});
