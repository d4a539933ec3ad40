import type { Schemas } from '#client';
import { ownField } from '#json';
import { table } from '../output/index.js';

type Answer = Pick<Schemas['ReportAnswer'], 'columns' | 'items'>;
type Cell = Schemas['ReportAnswer']['items'][number][string];
type Column = Answer['columns'][number];

const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'] as const;
/** A thousandth of a core. */
const DECIMALS = 3;

/** The rows of a report as they are read: shares in percent, bytes in powers of 1024. Other formats are exact. */
export function answerTable({ columns, items }: Answer, width: number | undefined): string[] {
  const titles = columns.map((column) => ({ title: titleOf(column.name), numeric: isNumber(column) }));
  const rows = items.map((item) => {
    const unit = ownField(item, 'unit');
    return columns.map((column) => cellOf(ownField(item, column.name), column, unit));
  });
  return table(titles, rows, width);
}

/** `requestedRatio` is REQUESTED RATIO. */
function titleOf(name: string): string {
  return name.replace(/[A-Z]/g, ' $&').toUpperCase();
}

function isNumber({ type }: Column): boolean {
  return type === 'integer' || type === 'number' || type === 'decimal';
}

function cellOf(value: Cell | undefined, column: Column, unitOfRow: Cell | undefined): string {
  if (value == null) return '-';
  if (!isNumber(column)) return String(value);
  const number = Number(value);
  if (column.unit === 'share') return `${(100 * number).toFixed(1)} %`;
  if (countsUnitOfRow(column) && unitOfRow === 'bytes') return bytes(number);
  return column.type === 'integer' ? String(value) : String(Number(number.toFixed(DECIMALS)));
}

/** Other columns of a row that names a unit count pods or nodes. */
function countsUnitOfRow({ unit }: Column): boolean {
  return unit === null || unit.startsWith('unit ');
}

function bytes(number: number): string {
  let [rest, power] = [number, 0];
  for (; Math.abs(rest) >= 1024 && power < BINARY.length - 1; power++) rest /= 1024;
  return `${Number(rest.toFixed(1))}${BINARY[power]}`;
}
