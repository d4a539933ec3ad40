import type { Pod } from '#kubernetes';
import { kubeletConditions, withCondition, withConditions } from './pod-conditions.js';

const BEFORE = '2026-01-01T00:00:00Z';
const NOW = '2026-01-01T00:01:00Z';

function podWith(...conditions: readonly string[]): Pod {
  return {
    metadata: { name: 'p', namespace: 'shop', uid: 'u', generation: 3 },
    spec: {},
    status: { conditions: conditions.map((type) => ({ type, status: 'True', lastTransitionTime: BEFORE })) },
  } as unknown as Pod;
}

const typesOf = (conditions: readonly { readonly type?: string }[]) => conditions.map(({ type }) => type);

test('a condition stands in place of the one of its type, or behind the others, with the generation it is of', () => {
  const said = [
    { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' },
    { type: 'Ready', status: 'False' },
  ];
  const conditions = withConditions(podWith('Ready', 'PodScheduled'), said, NOW);
  expect(typesOf(conditions)).toEqual(['Ready', 'PodScheduled', 'DisruptionTarget']);
  const observed = { observedGeneration: 3, lastProbeTime: null, lastTransitionTime: NOW };
  expect(conditions[0]).toEqual({ type: 'Ready', status: 'False', ...observed });
  expect(conditions[2]).toEqual({ ...said[0], ...observed });
});

test('it keeps its time while it says the same, and is not written again', () => {
  const pod = withCondition(podWith('Ready'), { type: 'Ready', status: 'True' }, NOW);
  expect(pod?.status?.conditions).toEqual([
    { type: 'Ready', observedGeneration: 3, status: 'True', lastProbeTime: null, lastTransitionTime: BEFORE },
  ]);
  expect(withCondition(pod ?? podWith(), { type: 'Ready', status: 'True' }, NOW)).toBeUndefined();
});

test('a kubelet writes what others say, what it says, and then that the pod is scheduled', () => {
  const said = ['ContainersReady', 'Ready'].map((type) => ({ type, status: 'True' }));
  const conditions = kubeletConditions(podWith('PodScheduled', 'Initialized', 'DisruptionTarget'), said, NOW);
  expect(typesOf(conditions)).toEqual(['DisruptionTarget', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled']);
});
