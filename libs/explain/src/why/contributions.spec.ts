import fc from 'fast-check';
import { contributions, contributionsInWords } from './contributions.js';

const points = fc.record({ raw: fc.integer(), normalized: fc.nat(100) });
const scored = fc.record({
  plugin: fc.constantFrom('a', 'b', 'c'),
  weight: fc.integer({ min: 1, max: 1000 }),
  node: points,
  against: points,
});

test('the differences of the plugins add up to the difference of the totals', () => {
  fc.assert(
    fc.property(fc.array(scored), (scores) => {
      const shares = contributions(scores);
      const total = (of: 'node' | 'against'): number => shares.reduce((sum, one) => sum + one[of].weighted, 0);
      expect(shares.reduce((sum, { difference }) => sum + difference, 0)).toBe(total('node') - total('against'));
      expect(total('node')).toBe(scores.reduce((sum, { weight, node }) => sum + weight * node.normalized, 0));
    }),
  );
});

test('what made the most difference comes first, and what made none is not said', () => {
  const of = (plugin: string, node: number, against: number) => ({
    plugin,
    weight: 2,
    node: { raw: 0, normalized: node },
    against: { raw: 0, normalized: against },
  });
  expect(contributionsInWords(contributions([of('a', 5, 4), of('b', 1, 9), of('c', 3, 3)]))).toBe('b -16, a +2');
});
