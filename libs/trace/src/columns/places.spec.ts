import fc from 'fast-check';
import { samePlaces, UnitedPlaces, type Places } from './places.js';

const ascending = fc.uniqueArray(fc.nat({ max: 300 }), { maxLength: 100 }).map((drawn) => drawn.sort((a, b) => a - b));

/** With places behind the end that do not count. */
function places(list: readonly number[]): Places {
  return { indices: Uint32Array.from([...list, 7, 301]), count: list.length };
}

describe('places', () => {
  test('united, they are those of either, ascending and each once, however often the room is used', () => {
    const united = new UnitedPlaces();
    fc.assert(
      fc.property(ascending, ascending, (a, b) => {
        united.unite(places(a), places(b));
        expect(Array.from(united.indices.subarray(0, united.count))).toEqual(
          [...new Set([...a, ...b])].sort((x, y) => x - y),
        );
      }),
    );
  });

  test.each([
    { a: [], b: [], same: true },
    { a: [1, 5], b: [1, 5], same: true },
    { a: [1, 5], b: [1], same: false },
    { a: [1, 5], b: [1, 6], same: false },
  ])('$a and $b are the same: $same', ({ a, b, same }) => {
    expect(samePlaces(places(a), places(b))).toBe(same);
  });
});
