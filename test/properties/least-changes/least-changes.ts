import fc from 'fast-check';
import { DEFAULT_COSTS, whyNot } from '#explain';
import { defaultProfile } from '#scheduler';
import { snapshotOf, type Situation } from '../applied-changes.js';
import { cheaperThan, type Enough } from './brute-force.js';
import { question } from './question.js';

const profile = defaultProfile();

/** Where no change is known, sets of changes are tried up to this cost. */
const TRIED_TO = 25;

/** Cheaper changes than those of the answer; null where there are none, or where the answer says that there may be. */
export function cheaper(situation: Situation): Enough | null {
  const snapshot = snapshotOf(situation);
  const row = snapshot.rowOf(situation.node) ?? -1;
  const answer = whyNot({ snapshot, profile, pod: situation.pod, row, costs: DEFAULT_COSTS });
  if (answer.feasible) return null;
  return cheaperThan(situation, answer.cost ?? TRIED_TO, profile);
}

/** The cheapest changes are those of a brute force, over so many questions. */
export function leastChangesProperties(cases: number): void {
  test(
    `of ${cases} questions none has a cheaper answer than the one given`,
    () => {
      fc.assert(
        fc.property(question, (situation) => {
          expect(cheaper(situation)).toBeNull();
        }),
        { numRuns: cases },
      );
    },
    60_000 + 600 * cases,
  );
}
