/** A cell of a grid by row and column, from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** How large a grid is, and how far Page Down goes. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** Where a key leads from a cell, as in a spreadsheet; undefined for keys that do not move. */
export function movedBy(key: string, from: Cell, extent: Extent): Cell | undefined {
  const { rows, columns, page } = extent;
  const steps: Readonly<Record<string, Cell>> = {
    ArrowDown: { row: from.row + 1, column: from.column },
    ArrowUp: { row: from.row - 1, column: from.column },
    j: { row: from.row + 1, column: from.column },
    k: { row: from.row - 1, column: from.column },
    ArrowRight: { row: from.row, column: from.column + 1 },
    ArrowLeft: { row: from.row, column: from.column - 1 },
    PageDown: { row: from.row + page, column: from.column },
    PageUp: { row: from.row - page, column: from.column },
    Home: { row: 0, column: from.column },
    End: { row: rows - 1, column: from.column },
  };
  const to = steps[key];
  if (to === undefined || rows === 0) return undefined;
  return { row: within(to.row, rows), column: within(to.column, columns) };
}

function within(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, place));
}
