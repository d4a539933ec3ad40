import fc from 'fast-check';
import { smallestWeightChange, type ScoredNode, type Weight } from './weight-change.js';

const situation = fc
  .record({ plugins: fc.integer({ min: 1, max: 4 }), nodes: fc.integer({ min: 1, max: 5 }) })
  .chain(({ plugins, nodes }) =>
    fc.record({
      weights: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: plugins, maxLength: plugins }),
      scores: fc.array(fc.array(fc.nat(12), { minLength: plugins, maxLength: plugins }), {
        minLength: nodes,
        maxLength: nodes,
      }),
      byName: fc.boolean(),
    }),
  )
  .map(({ weights, scores, byName }) => ({
    weights: weights.map((weight, index): Weight => ({ name: `p${index}`, weight })),
    nodes: scores.map((normalized, index): ScoredNode => ({ node: `n${index}`, normalized })),
    byName,
  }));

/** The first of the best. */
function winnerOf(weights: readonly Weight[], nodes: readonly ScoredNode[]): string {
  const totals = nodes.map(({ normalized }) =>
    weights.reduce((sum, { weight }, at) => sum + weight * (normalized[at] ?? 0), 0),
  );
  return nodes[totals.indexOf(Math.max(...totals))]?.node ?? '';
}

/** Whether another node has more points for sure. */
function isBeaten(weights: readonly Weight[], nodes: readonly ScoredNode[], winner: string): boolean {
  const total = ({ normalized }: ScoredNode): number =>
    weights.reduce((sum, { weight }, at) => sum + weight * (normalized[at] ?? 0), 0);
  const own = nodes.find(({ node }) => node === winner);
  return own !== undefined && nodes.some((node) => total(node) > total(own));
}

/** By trying every weight there is. */
function leastByTrying(
  { weights, nodes }: { readonly weights: readonly Weight[]; readonly nodes: readonly ScoredNode[] },
  changes: (tried: readonly Weight[]) => boolean,
): number | null {
  if (nodes.length === 0) return null;
  for (let size = 1; size <= 200; size++)
    for (const [index, { weight }] of weights.entries())
      for (const step of [size, -size]) {
        if (weight + step < 1) continue;
        if (changes(weights.map((one, at) => (at === index ? { ...one, weight: weight + step } : one)))) return size;
      }
  return null;
}

test('no smaller change of a weight makes another node win, and this one does', () => {
  fc.assert(
    fc.property(situation, ({ weights, nodes, byName }) => {
      const winner = winnerOf(weights, nodes);
      const at = nodes.findIndex(({ node }) => node === winner);
      const prefers = (node: string): boolean => byName && nodes.findIndex((one) => one.node === node) < at;
      const found = smallestWeightChange(weights, nodes, { winner, prefers });
      const changes = (tried: readonly Weight[]): boolean =>
        byName ? winnerOf(tried, nodes) !== winner : isBeaten(tried, nodes, winner);
      expect(found && Math.abs(found.to - found.from)).toBe(leastByTrying({ weights, nodes }, changes));
      if (found === null) return;
      const then = weights.map((one) => (one.name === found.plugin ? { ...one, weight: found.to } : one));
      expect(changes(then)).toBe(true);
      if (byName) expect(winnerOf(then, nodes)).toBe(found.winner);
    }),
    { numRuns: 500 },
  );
});

test('a winner that is best by every plugin stays the winner', () => {
  const weights = [{ name: 'a', weight: 1 }];
  const nodes = [
    { node: 'n1', normalized: [100] },
    { node: 'n2', normalized: [50] },
  ];
  expect(smallestWeightChange(weights, nodes, { winner: 'n1', prefers: () => false })).toBeNull();
});
