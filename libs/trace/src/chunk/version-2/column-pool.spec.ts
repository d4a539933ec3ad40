import fc from 'fast-check';
import { ByteReader, ByteWriter } from '../../bytes/index.js';
import { KeptColumn } from '../../columns/index.js';
import { scoreCells, type Cells } from '../../columns/cells.js';
import { columnValue, type ColumnForm } from '../column.js';
import { ColumnPool } from './column-pool.js';

const cellsOf = (numbers: readonly number[]): Cells =>
  scoreCells(Float64Array.from(numbers), new Uint8Array(numbers.length), new ByteWriter());
const mixed = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: -70_000, max: 70_000 }),
  fc.maxSafeInteger(),
);

/** What a pool of these columns, all of as many values, is read as. */
function written(columns: readonly Cells[], size: number) {
  const pool = new ColumnPool();
  const numbers = columns.map((cells) => pool.add(0, cells));
  const writer = new ByteWriter();
  pool.writeTo(writer);
  const reader = new ByteReader(writer.take());
  const heads = reader.list(() => {
    const [, form] = [reader.varint(), reader.byte() as ColumnForm];
    return { form, constant: form === 0 ? reader.signed() : 0 };
  });
  const pooled = heads.map((head) => ({ ...head, bytes: reader.raw(head.form * size) }));
  reader.end();
  return {
    numbers,
    forms: heads.map(({ form }) => form),
    values: pooled.map((column) => Array.from({ length: size }, (_, index) => columnValue(column, index))),
  };
}

describe('columns of a chunk', () => {
  test.each([
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
    expect(written([cellsOf(numbers)], 2)).toEqual({ numbers: [0], forms: [form], values: [numbers] });
  });

  test('whatever is written is read, and equal columns are there once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(mixed, { minLength: 3, maxLength: 3 }), { maxLength: 4 }), (columns) => {
        const { numbers, values } = written([...columns, ...columns].map(cellsOf), 3);
        expect(numbers.map((number) => values[number])).toEqual([...columns, ...columns]);
        expect(values).toHaveLength(new Set(columns.map((column) => column.join())).size);
      }),
    );
  });

  test.each([[0.5], [Number.NaN], [1, Number.NaN, 2], [Infinity], [2 ** 53], [0, -(2 ** 53)]])(
    'refuses %p',
    (...numbers) => {
      expect(() => cellsOf(numbers)).toThrow(
        new RangeError('a column of a trace holds a number that is not a safe integer'),
      );
    },
  );
});

describe('columns that are kept', () => {
  test('take any integer at any place', () => {
    const zeros = new Uint8Array(3);
    const partition = { domains: null, size: 3, digest: null, zeros };
    fc.assert(
      fc.property(
        fc.array(mixed, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(fc.nat({ max: 2 }), mixed), { maxLength: 6 }),
        (numbers, changes) => {
          const isZero = numbers.every((number) => number === 0);
          const column = new KeptColumn(partition, isZero ? zeros : cellsOf([...numbers, 0, 0].slice(0, 3)), true);
          const want = [...numbers, 0, 0].slice(0, 3);
          for (const [place, value] of changes) {
            column.set(place, value);
            want[place] = value;
          }
          expect(Array.from(column.cells)).toEqual(want);
          // The zeros that all columns share are nobody's to change.
          expect(Array.from(zeros)).toEqual([0, 0, 0]);
        },
      ),
    );
  });
});
