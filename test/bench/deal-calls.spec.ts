import { dealCalls, type Dealing } from './deal-calls.js';
import { measuredPods } from './workload.js';

const base = { clusterId: 'c', preemption: 'nominate' } as const;
const pods = (count: number) =>
  measuredPods({
    name: 'x',
    namespaces: [],
    nodes: [],
    initialPods: [],
    measuredPods: [{ count, namePrefix: 'p', template: { metadata: { namespace: 'n' } } }],
  });
const shares = (dealing: Pick<Dealing, 'pods' | 'calls' | 'waiting'>) =>
  dealCalls({ ...base, ...dealing }).map((call) => call.pods);

test('one call is for all that is pending, unless other pods are', () => {
  expect(dealCalls({ ...base, pods: pods(2), calls: 1, waiting: 0 })).toEqual([{ input: base, pods: 2 }]);
  expect(dealCalls({ ...base, pods: pods(2), calls: 1, waiting: 1 })).toEqual([
    { input: { ...base, pods: { names: ['n/p0', 'n/p1'] } }, pods: 2 },
  ]);
});

test.each<[string, number, number, number, number[]]>([
  ['in turn', 5, 2, 0, [3, 2]],
  ['never fewer than one', 2, 5, 0, [1, 1]],
  ['never more than the API takes', 25_000, 1, 1, [10_000, 10_000, 5000]],
  ['in equal shares', 20_000, 4, 0, [5000, 5000, 5000, 5000]],
])('pods are dealt out %s', (_, count, calls, waiting, want) => {
  expect(shares({ pods: pods(count), calls, waiting })).toEqual(want);
});

test('every pod is named once, in order', () => {
  const names = dealCalls({ ...base, pods: pods(7), calls: 3, waiting: 0 }).flatMap(({ input }) =>
    input.pods !== undefined && 'names' in input.pods ? input.pods.names : [],
  );
  expect(names).toEqual(['n/p0', 'n/p1', 'n/p2', 'n/p3', 'n/p4', 'n/p5', 'n/p6']);
});
