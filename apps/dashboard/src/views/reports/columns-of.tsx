import { paths, ViewLink } from '../../place/index.js';
import type { Column, Value } from '../../table/index.js';
import { amount, dayAndTime } from '../../words/index.js';

/** A row as the API has it. */
export type ReportRow = Readonly<Record<string, Value>>;

export interface ReportColumn {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly unit: string | null;
}

const NUMBERS: readonly string[] = ['integer', 'number', 'decimal'];
const LONGEST = 40;

/** Without what the page says above the rows: the cluster, and the moment where all rows have the same one. */
function shownOf(columns: readonly ReportColumn[], rows: readonly ReportRow[]): readonly ReportColumn[] {
  const moments = new Set(rows.map((row) => row['at']));
  return columns.filter(({ name }) => name !== 'cluster' && (name !== 'at' || moments.size > 1));
}

/** The columns of a report: as wide as their values, numbers with separators, times as times, nodes as links. */
export function columnsOf(
  cluster: string,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): readonly Column<ReportRow>[] {
  return shownOf(columns, rows).map(({ name, description, type, unit }): Column<ReportRow> => {
    const isNumber = NUMBERS.includes(type);
    const title = unit === null || name.toLowerCase().endsWith(unit) ? name : `${name} (${unit})`;
    const longest = rows.reduce((most, row) => Math.max(most, String(row[name] ?? '').length), title.length);
    return {
      id: name,
      title,
      isNumber,
      width: type === 'time' ? 25 : Math.min(LONGEST, longest + 2),
      // What is decimal is a text, so that it is exact; it is sorted as the number that it is.
      value: (row) => (type === 'decimal' && row[name] != null ? Number(row[name]) : row[name]),
      says: (row) => `${description} ${String(row[name] ?? '')}`,
      cell: (row) => {
        const value = row[name];
        if (value == null) return '';
        if (type === 'time') return dayAndTime(String(value));
        if (isNumber && unit === null && row['unit'] === 'bytes') return amount('memory', Number(value));
        if (isNumber) return Number(value).toLocaleString('en', { maximumFractionDigits: 3 });
        if (name === 'node') return <ViewLink to={paths.nodes(cluster, String(value))}>{String(value)}</ViewLink>;
        return String(value);
      },
    };
  });
}
