import { ColumnPool } from './column-pool.js';
import { noChanges, oneByOne, type Answers } from './kept-column.js';
import { KeptRaws } from './kept-raws.js';
import { KeptVerdicts } from './kept-verdicts.js';

const all = Uint32Array.of(0, 1, 2);
const answersOf = (values: readonly number[]): Answers<Uint32Array | Float64Array> => {
  const at = (row: number): number => values[row] ?? 0;
  return { at, ofRows: oneByOne(at) };
};

test('scores are bytes until one comes that is none, and then what they were', () => {
  const column = new KeptRaws({ plugin: 'P', domains: null, weight: 1 }, new ColumnPool(3));
  column.update(answersOf([1, 100, 255]), { all, dirty: all }, noChanges(false));
  expect(column.values).toEqual(Uint8Array.of(1, 100, 255));
  expect(column.marked).toBe(1);
  column.seen();
  column.update(answersOf([1, -5, 256]), { all, dirty: all }, noChanges(false));
  expect(column.values).toEqual(Float64Array.of(1, -5, 256));
  expect(Array.from(column.changed ?? [])).toEqual([1, 2]);
  expect(column.marked).toBe(2);
});

test('scores beyond a byte are kept from the beginning, by row and by domain', () => {
  const rows = new KeptRaws({ plugin: 'P', domains: null, weight: 1 }, new ColumnPool(3));
  rows.update(answersOf([0, 2 ** 40, 7]), { all, dirty: all }, noChanges(false));
  expect(rows.values).toEqual(Float64Array.of(0, 2 ** 40, 7));
  const domains = { of: Uint32Array.of(0, 1, 0), firstRows: Uint32Array.of(0, 1) };
  const column = new KeptRaws({ plugin: 'P', domains, weight: 1 }, new ColumnPool(3));
  column.update(answersOf([300, 3]), { all, dirty: all }, noChanges(false));
  expect(column.values).toEqual(Float64Array.of(300, 3));
});

test('verdicts take an array when the first node fails, and no other class sees it', () => {
  const pool = new ColumnPool(3);
  pool.give(Uint32Array.of(9, 9, 9));
  const [one, other] = [0, 1].map(() => new KeptVerdicts({ plugin: 'P', domains: null }, pool)) as [
    KeptVerdicts,
    KeptVerdicts,
  ];
  for (const column of [one, other]) {
    column.update(answersOf([0, 0, 0]), { all, dirty: all }, noChanges(false));
    expect(column.bytes).toBe(0);
    column.seen();
  }
  one.update(answersOf([0, 4, 0]), { all, dirty: all }, noChanges(false));
  expect(one.values).toEqual(Uint32Array.of(0, 4, 0));
  expect(other.values).toEqual(Uint32Array.of(0, 0, 0));
  expect([one.marked, other.marked]).toEqual([1, 0]);
});
