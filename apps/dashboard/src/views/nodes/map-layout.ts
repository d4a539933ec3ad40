/** Sides of the smallest and the largest cell, and what is left between two, in pixels. */
const SMALLEST = 13;
const LARGEST = 44;
/** How wide the largest cells are where the names of all nodes have room in them. */
const WITH_NAME = 150;
const GAP = 2;
/** What the lines of cells fill before cells get smaller. */
const ROOM = 360;
const TITLE = 18;
const BETWEEN = 10;

/** Where a node is drawn; `row` is its place among the rows that were given. */
export interface PlacedCell {
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

export interface MapLayout {
  /** In the order in which keys go through them. */
  readonly cells: readonly PlacedCell[];
  readonly titles: readonly { readonly text: string; readonly y: number }[];
  readonly height: number;
  readonly size: number;
  /** How wide a cell is: as its side, or with room for a name before it. */
  readonly wide: number;
  /** Cells from one line to the next. */
  readonly perLine: number;
}

/**
 * Groups below each other by name, numbers in names as numbers, and in each a cell for each node, line by line. Cells
 * are as large as there is room.
 */
export function mapLayout(groups: readonly string[], width: number): MapLayout {
  const members = new Map<string, number[]>();
  for (const [row, group] of groups.entries()) {
    const known = members.get(group);
    if (known === undefined) members.set(group, [row]);
    else known.push(row);
  }
  const { size, wide } = cellFor(
    [...members.values()].map((rows) => rows.length),
    width,
  );
  const perLine = cellsInLine(wide, width);
  const names = [...members.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const hasTitles = names.length > 1 || names[0] !== '';
  const cells: PlacedCell[] = [];
  const titles: { text: string; y: number }[] = [];
  let y = 0;
  for (const name of names) {
    const rows = members.get(name) ?? [];
    if (hasTitles) {
      titles.push({ text: `${name === '' ? 'without it' : name}  ${rows.length}`, y: y + 12 });
      y += TITLE;
    }
    for (const [place, row] of rows.entries())
      cells.push({ row, x: (place % perLine) * (wide + GAP), y: y + Math.floor(place / perLine) * (size + GAP) });
    y += Math.ceil(rows.length / perLine) * (size + GAP) + (hasTitles ? BETWEEN : 0);
  }
  return { cells, titles, height: y, size, wide, perLine };
}

function cellsInLine(wide: number, width: number): number {
  return Math.max(1, Math.floor((width + GAP) / (wide + GAP)));
}

/** The largest cell with which groups of these sizes have room. */
function cellFor(counts: readonly number[], width: number): Pick<MapLayout, 'size' | 'wide'> {
  const hasRoom = (size: number, wide: number): boolean => {
    const perLine = cellsInLine(wide, width);
    const lines = counts.reduce((sum, count) => sum + Math.ceil(count / perLine), 0);
    return lines * (size + GAP) <= ROOM;
  };
  if (width >= WITH_NAME && hasRoom(LARGEST, WITH_NAME)) return { size: LARGEST, wide: WITH_NAME };
  for (let size = Math.min(LARGEST, width); size > SMALLEST; size--)
    if (hasRoom(size, size)) return { size, wide: size };
  return { size: SMALLEST, wide: SMALLEST };
}

/** Which cell is at a point, by its place in `cells`; undefined between them. */
export function cellAt({ cells, size, wide }: MapLayout, x: number, y: number): number | undefined {
  const found = cells.findIndex((cell) => x >= cell.x && x < cell.x + wide && y >= cell.y && y < cell.y + size);
  return found < 0 ? undefined : found;
}

/** Where an arrow leads from a cell. */
export function cellBeside({ cells, perLine }: MapLayout, place: number, key: string): number | undefined {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perLine, ArrowDown: perLine }[key];
  if (by === undefined || cells.length === 0) return undefined;
  return Math.max(0, Math.min(cells.length - 1, place + by));
}
