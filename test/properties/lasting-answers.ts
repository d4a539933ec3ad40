import fc from 'fast-check';
import type { Profile } from '#scheduler';
import type { BoundPlugin } from '../../libs/scheduler/src/testing/index.js';
import type { Side } from './kept-answer.js';
import { PROFILES } from './profiles.js';
import { randomWalk, scenarioWalk } from './random-walk.js';
import { wrongAlong } from './walk-with-answer.js';

const CONFIGURED: readonly (readonly [name: string, profile: Profile])[] = [
  ['default', PROFILES.default],
  ['packing', PROFILES.packing],
  ['picky', PROFILES.picky],
  ['policy', PROFILES.policy],
  ['old policy', PROFILES.oldPolicy],
];

/** Profiles whose plugins are others than those of the default one. */
const WITH_OTHER_PLUGINS: ReadonlySet<Profile> = new Set([PROFILES.default, PROFILES.policy, PROFILES.oldPolicy]);

/** Every plugin that filters or scores, once for every way in which it is configured. */
const ASKED: readonly (readonly [name: string, side: Side, bound: BoundPlugin])[] = CONFIGURED.flatMap(
  ([name, profile]) =>
    (['filter', 'score'] as const).flatMap((side) =>
      profile.points[side]
        .filter(({ args }) => WITH_OTHER_PLUGINS.has(profile) || Object.keys(args ?? {}).length > 0)
        .map((bound): [string, Side, BoundPlugin] => [`${bound.plugin.name}, ${name}`, side, bound]),
    ),
);

/**
 * What was prepared and heard of everything says what would be prepared anew, along this many walks on small
 * clusters, and on large ones.
 */
export function lastingAnswers(onSmall: number, onLarge: number): void {
  describe.each(ASKED)('%s, as %s', (_name, side, bound) => {
    test.each([
      ['small clusters', randomWalk, onSmall],
      ['clusters with everything', scenarioWalk, onLarge],
    ] as const)('on %s', (_clusters, walk, numRuns) => {
      fc.assert(
        fc.property(walk, (one) => {
          expect(wrongAlong(one, bound, side)).toEqual([]);
        }),
        { numRuns },
      );
    });
  });
}
