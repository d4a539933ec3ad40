import truncate from 'cli-truncate';
import width from 'string-width';

/** One column of a table. */
export interface TableColumn {
  readonly title: string;
  /** Prose, which gives way first where the terminal is narrow. */
  readonly prose?: boolean;
  /** Texts that stand to the right, as numbers do. */
  readonly numeric?: boolean;
  /** Colours a cell that has its width already. */
  readonly paint?: (cell: string, row: number) => string;
}

const GAP = '  ';
/** What is left of a column that gives way: less says nothing. */
const LEAST = { prose: 16, other: 6 } as const;

/**
 * Lines of a table, its titles first. With `columns` none is longer than that: prose gives way first, then the widest
 * columns, and what is cut ends with an ellipsis. Numbers stand to the right.
 */
export function table(
  titles: readonly TableColumn[],
  rows: readonly (readonly (string | number)[])[],
  columns?: number,
): string[] {
  const cells = [titles.map(({ title }) => title), ...rows.map((row) => row.map((cell) => oneLine(String(cell))))];
  const natural = titles.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))));
  const widths = columns === undefined ? natural : fitted(natural, titles, columns);
  const isNumber = (column: number): boolean => rows.some((row) => typeof row[column] === 'number');
  const numeric = titles.map((title, column) => title.numeric ?? isNumber(column));
  return cells.map((row, index) =>
    row
      .map((cell, column) => {
        const shown = padded(cell, widths[column] ?? 0, numeric[column] === true);
        return index === 0 ? shown : (titles[column]?.paint?.(shown, index - 1) ?? shown);
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** No cell takes a line of its own, and none reaches for the terminal. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').replace(/\p{Cc}/gu, '\ufffd');
}

function padded(cell: string, to: number, right: boolean): string {
  const text = width(cell) > to ? truncate(cell, to) : cell;
  const rest = ' '.repeat(Math.max(0, to - width(text)));
  return right ? rest + text : text + rest;
}

function fitted(natural: readonly number[], titles: readonly TableColumn[], columns: number): number[] {
  const widths = [...natural];
  const excess = (): number => widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1)) - columns;
  for (const prose of [true, false])
    while (excess() > 0) {
      const least = prose ? LEAST.prose : LEAST.other;
      const able = widths.map((one, column) => ((titles[column]?.prose ?? false) === prose && one > least ? one : 0));
      const widest = Math.max(...able);
      if (widest === 0) break;
      // Down to the next widest at most, so that what is equally long stays so.
      const next = Math.max(least, ...able.filter((one) => one < widest));
      widths[able.indexOf(widest)] = Math.max(next === widest ? least : next, widest - excess());
    }
  return widths;
}
