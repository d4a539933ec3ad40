import fc from 'fast-check';
import { DenseExecutor } from '#scheduler';
import { disagreement } from './executors-agree.js';
import { playScript } from './play-script.js';
import { PROFILES } from './profiles.js';
import { randomScript } from './random-script.js';

/** What holds of the two executors, tried on this many random scripts. */
export function executorProperties(numRuns: number): void {
  test('both executors give identical decisions, verdicts, scores and digests', () => {
    fc.assert(
      fc.property(randomScript, (script) => {
        expect(disagreement(script)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('and so they do where classes are forgotten all the time', () => {
    fc.assert(
      fc.property(randomScript, (script) => {
        expect(disagreement(script, PROFILES, true)).toEqual([]);
      }),
      { numRuns: numRuns / 5 },
    );
  });
}

/** How often what came of attempts: executors that do nothing agree, too. */
export function reachedByScripts(numRuns: number): ReadonlyMap<string, number> {
  const reached = new Map<string, number>();
  for (const script of fc.sample(randomScript, { numRuns, seed: 1 })) {
    for (const {
      attempt: { outcome, number },
    } of playScript(script, { executor: new DenseExecutor(), profiles: PROFILES })) {
      reached.set(`${outcome} ${number}`, (reached.get(`${outcome} ${number}`) ?? 0) + 1);
    }
  }
  return reached;
}
