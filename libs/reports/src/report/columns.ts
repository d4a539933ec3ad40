/**
 * What the cells of a column are. `integer`: exact up to 2^53; `number`: a double; `decimal`: the text of an exact
 * decimal number; `time`: RFC 3339 in UTC, in whole milliseconds.
 */
export type CellType = 'text' | 'integer' | 'number' | 'decimal' | 'time' | 'boolean';

/** A column of a report. */
export interface Column<Type extends CellType = CellType, Nullable extends boolean = boolean> {
  readonly type: Type;
  /** What numbers count; null where the column has no unit, or another column of the row says it. */
  readonly unit: string | null;
  /** The definition of the value. */
  readonly description: string;
  readonly nullable: Nullable;
  /** It says what a row is about: rows of two results are the same row where such columns are equal. */
  readonly isKey?: true;
}

export type Columns = Readonly<Record<string, Column>>;

export type Cell = string | number | boolean | null;

type Value<Type extends CellType> = Type extends 'integer' | 'number'
  ? number
  : Type extends 'boolean'
    ? boolean
    : string;

/** A row with these columns. */
export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer Type, infer Nullable>
    ? Value<Type> | (Nullable extends true ? null : never)
    : never;
};

function columnOf<Type extends CellType>(type: Type, unit: string | null, description: string): Column<Type, false> {
  return { type, unit, description, nullable: false };
}

export const text = (description: string): Column<'text', false> => columnOf('text', null, description);
export const time = (description: string): Column<'time', false> => columnOf('time', null, description);
export const boolean = (description: string): Column<'boolean', false> => columnOf('boolean', null, description);
export const integer = (unit: string | null, description: string): Column<'integer', false> =>
  columnOf('integer', unit, description);
export const number = (unit: string | null, description: string): Column<'number', false> =>
  columnOf('number', unit, description);
export const decimal = (unit: string | null, description: string): Column<'decimal', false> =>
  columnOf('decimal', unit, description);

/** The same column, which says what a row is about. */
export function key<Type extends CellType, Nullable extends boolean>(
  column: Column<Type, Nullable>,
): Column<Type, Nullable> {
  return { ...column, isKey: true };
}

/** The same column, whose cells may be null. */
export function orNull<Type extends CellType>(column: Column<Type>): Column<Type, true> {
  return { ...column, nullable: true };
}
