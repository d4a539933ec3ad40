import fc from 'fast-check';
import { ABSENT, type LocalBest } from './local-best.js';
import { LocalSets } from './local-sets.js';
import { RankBlocks } from './rank-blocks.js';

/** More than a stretch of blocks. */
const RANKS = 300;
const local = fc.oneof(fc.constant(ABSENT), fc.nat(4), fc.nat(2 ** 31 - 1));
const moves = fc.array(fc.tuple(fc.nat(RANKS - 1), local), { maxLength: 150 });

const makers: [name: string, make: (locals: Int32Array) => LocalBest][] = [
  ['blocks', (locals) => new RankBlocks(locals)],
  [
    'sets',
    (locals) => {
      const sets = new LocalSets(locals.length);
      locals.forEach((now, rank) => {
        sets.move(rank, ABSENT, now);
      });
      return sets;
    },
  ],
];

/** By a look at everything. */
function best(locals: Int32Array): unknown {
  const places = Array.from(locals, (value, rank) => ({ local: value, rank })).filter(
    (place) => place.local !== ABSENT,
  );
  const [top, second] = places.sort((a, b) => b.local - a.local || a.rank - b.rank);
  return {
    top,
    second,
    counts: [0, 1, top?.local ?? 2].map((value) => places.filter((place) => place.local === value).length),
  };
}

test.each(makers)('%s have the best two at hand, and know how many are equal', (_name, make) => {
  fc.assert(
    fc.property(fc.array(local, { minLength: RANKS, maxLength: RANKS }), moves, (start, rest) => {
      const locals = Int32Array.from(start);
      const kept = make(locals);
      const seen = (): unknown => ({
        top: kept.top(),
        second: kept.second(),
        counts: [0, 1, kept.top()?.local ?? 2].map((value) => kept.count(value)),
      });
      expect(seen()).toEqual(best(locals));
      for (const [rank, now] of rest) {
        const before = locals[rank] ?? ABSENT;
        if (now === before) continue;
        locals[rank] = now;
        kept.move(rank, before, now);
        expect(seen()).toEqual(best(locals));
      }
    }),
  );
});
