import fc from 'fast-check';
import { columnValue, holdsValues, packColumn, unpackColumn } from './column.js';

const values = (...numbers: number[]): Float64Array => Float64Array.from(numbers);
const mixed = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: -70_000, max: 70_000 }), fc.maxSafeInteger());

describe('columns', () => {
  test.each([
    { numbers: [], form: 0 },
    { numbers: [7, 7], form: 0 },
    { numbers: [-5, -5], form: 0 },
    { numbers: [0, 255], form: 1 },
    { numbers: [0, 256], form: 2 },
    { numbers: [65535, 0], form: 2 },
    { numbers: [65536, 0], form: 4 },
    { numbers: [0, -1], form: 4 },
    { numbers: [2 ** 31 - 1, -(2 ** 31)], form: 4 },
    { numbers: [2 ** 31, 0], form: 8 },
    { numbers: [-(2 ** 31) - 1, 0], form: 8 },
    { numbers: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER], form: 8 },
  ])('$numbers take $form bytes each', ({ numbers, form }) => {
    const column = packColumn(values(...numbers));
    expect(column.form).toBe(form);
    expect(column.bytes.length).toBe(form * numbers.length);
    expect(numbers.map((_, row) => columnValue(column, row))).toEqual(numbers);
  });

  test('whatever is packed is unpacked, and held by its own column only', () => {
    fc.assert(
      fc.property(fc.array(mixed, { minLength: 1, maxLength: 20 }), fc.nat(), (numbers, pick) => {
        const column = packColumn(values(...numbers));
        const unpacked = new Float64Array(numbers.length);
        unpackColumn(column, unpacked);
        const other = unpacked.map((value, row) => (row === pick % numbers.length ? value - Math.sign(value || 1) : value));
        expect(Array.from(unpacked)).toEqual(numbers);
        expect([holdsValues(column, unpacked), holdsValues(column, other)]).toEqual([true, false]);
      }),
    );
  });

  test.each([[0.5], [Number.NaN], [1, Number.NaN, 2], [Infinity], [2 ** 53], [0, -(2 ** 53)]])('refuses %p', (...numbers) => {
    expect(() => packColumn(values(...numbers))).toThrow(new RangeError('a column of a trace holds a number that is not a safe integer'));
  });
});
