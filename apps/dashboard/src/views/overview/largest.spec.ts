import { largest } from './largest.js';

test('the dozen with the most pods, equals by name', () => {
  const spaces = Array.from({ length: 14 }, (_, index) => ({
    name: `n${String(13 - index).padStart(2, '0')}`,
    pods: 1,
  }));
  const found = largest([...spaces, { name: 'big', pods: 9 }]).map(({ name }) => name);
  expect(found).toHaveLength(12);
  expect(found.slice(0, 3)).toEqual(['big', 'n00', 'n01']);
});
