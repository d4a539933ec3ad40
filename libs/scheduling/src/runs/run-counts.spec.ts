import { addForbidden, forbiddenCount, readCounts, storedCounts } from './run-counts.js';
import { NO_COUNTS } from './run.js';

test('pods that are left out are stored by namespace, summed over parts, and reported all in all', () => {
  const pods = addForbidden(addForbidden({}, { a: 2 }), { a: 1, b: 3 });
  const counts = { ...NO_COUNTS, selected: 4, scheduled: 4, ...forbiddenCount(pods) };
  expect(counts.forbidden).toBe(6);
  const stored = storedCounts(counts, pods);
  expect(stored).toEqual({ selected: 4, scheduled: 4, forbidden: { a: 3, b: 3 } });
  expect(readCounts(stored, { preemption: 'off' })).toEqual(counts);
});

test('they are among no sum, and nothing is said of none', () => {
  const counts = readCounts({ scheduled: 2, nominated: 1, forbidden: { a: 7 } }, { preemption: 'evict' });
  expect(counts).toMatchObject({ selected: 2, forbidden: 7 });
  expect(readCounts({ scheduled: 2 }, { preemption: 'off' })).toEqual({ ...NO_COUNTS, selected: 2, scheduled: 2 });
});
