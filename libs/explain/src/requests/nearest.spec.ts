import fc from 'fast-check';
import { nearest } from './nearest.js';

/** What was found, and how often it was looked. */
function found(
  most: number,
  isOther: (distance: number) => boolean,
): { distance: number | null; isNearest: boolean; looks: number } {
  let looks = 0;
  const search = nearest(most, SCANNED, (distance) => {
    looks += 1;
    return isOther(distance);
  });
  for (let step = search.next(); ; step = search.next())
    if (step.done === true)
      return { distance: step.value?.distance ?? null, isNearest: step.value?.isNearest ?? false, looks };
}

const SCANNED = 64;
const MOST = 2 ** 40;

test('what is otherwise from some distance on is found exactly, in few looks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MOST }), fc.integer({ min: 1, max: MOST }), (most, edge) => {
      const { distance, looks } = found(most, (at) => at >= edge);
      expect(distance).toBe(edge <= most ? edge : null);
      expect(looks).toBeLessThan(400 + SCANNED);
    }),
  );
});

test('of what is otherwise here and there, the nearest of all that is scanned, and an edge beyond', () => {
  const others = fc.uniqueArray(fc.integer({ min: 1, max: 300 }));
  fc.assert(
    fc.property(others, fc.integer({ min: 1, max: 300 }), (all, most) => {
      const isOther = (at: number): boolean => all.includes(at);
      const { distance, isNearest } = found(most, isOther);
      const first = Math.min(...all.filter((at) => at <= most));
      if (first <= SCANNED) expect([distance, isNearest]).toEqual([first, true]);
      if (most <= SCANNED && first > SCANNED) expect(distance).toBeNull();
      if (isNearest) expect(distance).toBe(first);
      if (isOther(most)) expect(distance).not.toBeNull();
      if (distance === null) return;
      expect([isOther(distance), isOther(distance - 1)]).toEqual([true, false]);
    }),
  );
});

test('where there is nowhere to look, nothing is found', () => {
  expect(found(0, () => true)).toEqual({ distance: null, isNearest: false, looks: 0 });
  expect(found(-3, () => true)).toEqual({ distance: null, isNearest: false, looks: 0 });
});
