import fc from 'fast-check';
import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import type { PreparedFilter, PreparedScore } from '../plugin.js';
import type { BoundPlugin } from '../profile/index.js';
import { makeCycles, makeNode, makePod, makeSnapshot, profileWith, type PodBuilder } from '../testing/index.js';

const GPU = 'example.com/gpu';
// Of the last two, the one less the other is 256 in doubles, and less in truth.
const amount = fc.constantFrom('0', '1', '100m', '2Gi', '4Pi', '200', `${2n ** 60n + 256n}`, `${2n ** 60n + 127n}`);
const node = fc.record({ cpu: amount, memory: amount, [GPU]: amount, pods: fc.constantFrom('0', '1', '2') });
const load = fc.record({ row: fc.nat(4), cpu: amount, memory: amount, [GPU]: amount });
const strategy = fc.constantFrom(
  { type: 'LeastAllocated' },
  {
    type: 'MostAllocated',
    resources: [
      { name: 'cpu', weight: 3 },
      { name: GPU, weight: 2 },
    ],
  },
  { type: 'MostAllocated', resources: [{ name: 'none', weight: 1 }] },
  {
    type: 'RequestedToCapacityRatio',
    requestedToCapacityRatio: {
      shape: [
        { utilization: 0, score: 0 },
        { utilization: 70, score: 10 },
      ],
    },
  },
);
const asked = fc.oneof(
  fc.dictionary(fc.constantFrom('cpu', 'memory', GPU), amount),
  fc
    .integer({ min: 18, max: 25 })
    .map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`example.com/r${index}`, '1']))),
);
const rows = fc.array(fc.nat(4), { maxLength: 8 });

/** What the plugins that answer for many rows at once prepare for a pod. */
function prepared(
  pod: PodBuilder,
  snapshot: ReturnType<typeof makeSnapshot>,
  scoringStrategy: unknown,
): (PreparedFilter | PreparedScore)[] {
  const profile = profileWith(
    IN_TREE_PLUGINS.filter(({ name }) => name.startsWith('NodeResources')),
    { NodeResourcesFit: { scoringStrategy } },
  );
  const cycles = makeCycles(pod, snapshot);
  const all = Uint32Array.from({ length: snapshot.nodeCount }, (_, row) => row);
  const ask = ({ points }: typeof profile): unknown[] => [
    ...points.preFilter.map((bound) => bound.plugin.preFilter?.(cycles(bound))),
    ...points.preScore.map((bound: BoundPlugin) => bound.plugin.preScore?.(cycles(bound), all)),
  ];
  return ask(profile).filter((answer): answer is PreparedFilter | PreparedScore =>
    ['filter', 'score'].includes((answer as { kind: string }).kind),
  );
}

test('what is said of many rows at once is what is said of each', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(node, { minLength: 5, maxLength: 5 }),
      fc.array(load, { maxLength: 6 }),
      asked,
      strategy,
      rows,
      (nodes, loads, requests, scoringStrategy, some) => {
        const snapshot = makeSnapshot(
          nodes.map((allocatable, index) => makeNode(`n${index}`).onlyAllocatable(allocatable)),
          loads.map(({ row, ...resources }, index) => makePod(`e${index}`).onNode(`n${row}`).requests(resources)),
        );
        const wanted = Uint32Array.from(some);
        for (const answer of prepared(makePod('p').requests(requests), snapshot, scoringStrategy)) {
          const [one, many] =
            answer.kind === 'filter' ? [answer.filter, answer.filterRows] : [answer.score, answer.scoreRows];
          if (many === undefined) continue;
          seen.add(answer.kind);
          const into =
            answer.kind === 'filter' ? new Uint32Array(wanted.length).fill(7) : new Float64Array(wanted.length).fill(7);
          (many as (rows: Uint32Array, into: Uint32Array | Float64Array) => void)(wanted, into);
          expect(Array.from(into, (value) => value + 0)).toEqual(some.map((row) => one(row) + 0));
        }
      },
    ),
    { numRuns: 1000 },
  );
  expect([...seen].sort()).toEqual(['filter', 'score']);
});
