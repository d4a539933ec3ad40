import { requestIdOf } from './request-id.js';

const idOf = (given?: string): string => requestIdOf({ headers: given === undefined ? {} : { 'x-request-id': given } });
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test.each(['a', 'trace/1.2:3+4=5_6-7', 'x'.repeat(128)])('the id %s that the caller gives is taken', (given) => {
  expect(idOf(given)).toBe(given);
});

test.each(['', 'two words', 'a\nb', 'x'.repeat(129), 'naïve'])('instead of %j there is a new one', (given) => {
  expect(idOf(given)).toMatch(V7);
});

test('new ids are all different, however many there are', () => {
  const ids = Array.from({ length: 1000 }, () => idOf());
  expect(ids.filter((id) => !V7.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
