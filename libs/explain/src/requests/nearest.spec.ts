import fc from 'fast-check';
import { nearest } from './nearest.js';

/** What was found, and how often it was looked. */
function found(most: number, isOther: (distance: number) => boolean): { distance: number | null; looks: number } {
  let looks = 0;
  const search = nearest(most, (distance) => {
    looks += 1;
    return isOther(distance);
  });
  for (let step = search.next(); ; step = search.next()) if (step.done === true) return { distance: step.value, looks };
}

const MOST = 2 ** 40;

test('what is otherwise from some distance on is found exactly, in few looks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MOST }), fc.integer({ min: 1, max: MOST }), (most, edge) => {
      const { distance, looks } = found(most, (at) => at >= edge);
      expect(distance).toBe(edge <= most ? edge : null);
      expect(looks).toBeLessThan(400);
    }),
  );
});

test('of what is otherwise here and there, the nearest of up to 64, and an edge beyond', () => {
  const others = fc.uniqueArray(fc.integer({ min: 1, max: 300 }));
  fc.assert(
    fc.property(others, fc.integer({ min: 1, max: 300 }), (all, most) => {
      const isOther = (at: number): boolean => all.includes(at);
      const { distance } = found(most, isOther);
      const within = all.filter((at) => at <= most);
      if (most <= 64) expect(distance).toBe(within.length === 0 ? null : Math.min(...within));
      if (isOther(most)) expect(distance).not.toBeNull();
      if (distance === null) return;
      expect([isOther(distance), isOther(distance - 1)]).toEqual([true, false]);
    }),
  );
});

test('where there is nowhere to look, nothing is found', () => {
  expect(found(0, () => true)).toEqual({ distance: null, looks: 0 });
  expect(found(-3, () => true)).toEqual({ distance: null, looks: 0 });
});
