import { classOf, DISTURBERS } from './disturbers/index.js';
import { planRounds, type PlannedRound } from './plan.js';
import { Seeded } from './seeded.js';

const plan = (seed: number): PlannedRound[] =>
  planRounds(new Seeded(seed), { disturbers: DISTURBERS, faults: 1000, perRound: 40, mostPauseMs: 800 });

const shown = (rounds: readonly PlannedRound[]): string[] =>
  rounds.flatMap(({ faults }) =>
    faults.map(({ disturber, pauseMs, lengthMs }) => `${disturber.name} ${pauseMs} ${lengthMs}`),
  );

test('a plan is the same for the same seed, and another for another', () => {
  expect(shown(plan(1))).toEqual(shown(plan(1)));
  expect(shown(plan(1))).not.toEqual(shown(plan(2)));
});

test('a thousand faults are of every kind, and the clock jumps far in some rounds only', () => {
  const rounds = plan(3);
  const names = rounds.flatMap(({ faults }) => faults.map(({ disturber }) => disturber.name));
  expect(names).toHaveLength(1000);
  expect(new Set(names)).toEqual(new Set(DISTURBERS.map(({ name }) => name)));
  expect(new Set(names.map(classOf)).size).toBe(6);
  expect(rounds.filter(({ isFar }) => isFar).map(({ number }) => number)).toEqual([5, 10, 15, 20, 25]);
});
