import { changedInWords } from './changed-in-words.js';

test.each([
  [[], 'no changes'],
  [['ann'], '1 change, by ann'],
  [['ann', 'bob', 'ann'], '3 changes, by ann, bob'],
  [[null], '1 change'],
])('changes by %j are counted, with their callers', (actors, text) => {
  expect(changedInWords(actors.map((actor) => ({ actor })))).toBe(text);
});
