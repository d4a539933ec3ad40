import { cases } from '#test-cases';
import { reachedOutcomes, schedulerProperties } from './scheduler-properties.js';

describe(`for ${cases(500)} clusters`, () => schedulerProperties(cases(500)));

test('in such clusters pods are bound, evicted for others, tried again, and turned away', () => {
  const reached = reachedOutcomes(200);
  expect([...reached.keys()].sort()).toEqual([
    'nominated 1',
    'scheduled 1',
    'scheduled 2',
    'tried in vain',
    'unschedulable 1',
  ]);
  expect(Math.min(...reached.values())).toBeGreaterThan(20);
});
