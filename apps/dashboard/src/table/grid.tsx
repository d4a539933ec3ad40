import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Download } from 'lucide-react';
import {
  memo,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Button } from '../controls/index.js';
import { saveText } from '../drawing/save.js';
import { useParameter } from '../place/index.js';
import { count, counted } from '../words/index.js';
import { ColumnChoice, useHidden } from './column-choice.js';
import { csvOf, nextSort, readSort, sorted, type Column, type Sort } from './column.js';
import { movedBy, type Cell, type Extent } from './grid-keys.js';
import { usePrinting } from './use-printing.js';

const ROW_HEIGHT = 28;
const MAX_ROWS_SHOWN = 24;
/** On paper all rows are there, up to so many. */
const MAX_ROWS_PRINTED = 2_000;
/** As the style sheet has it, in pixels: a head that stands upright, and what is left and right of a cell's text. */
const TALL_HEAD = 160;
const CELL_PADDING = 20;

interface GridProps<Row> {
  /** What a row is, `pod`: for who cannot see the table, and the name of its file. */
  readonly noun: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** What Enter and a double click on a row lead to. */
  readonly open?: (row: Row) => void;
  /** Before the names of its parameters in the address, where a view has more tables than one. */
  readonly prefix?: string;
  /** How many there are where the rows are only the first of them. */
  readonly total?: number | undefined;
  /** Titles stand upright, where columns are narrow and their names are long. */
  readonly isTall?: boolean;
  readonly children?: ReactNode;
}

/**
 * A table of any length: the rows on screen alone are elements. Its order and its columns stand in the address; arrows,
 * Page Up, Page Down, Home and End move between cells, Enter opens a row.
 */
export function Grid<Row>({ noun, columns, rows, prefix = '', total, children, ...rest }: GridProps<Row>): ReactNode {
  const [order, setOrder] = useParameter(`${prefix}sort`);
  const { hidden, hide } = useHidden(columns, prefix);
  const sort = useMemo(() => readSort(order), [order]);
  const shown = columns.filter(({ id }) => !hidden.includes(id));
  const inOrder = useMemo(() => sorted(rows, columns, sort), [rows, columns, sort]);
  return (
    <div className="table">
      <div className="table-bar">
        <span className="quiet">
          {total !== undefined && total > rows.length && `the first ${count(rows.length)} of `}
          {counted(total ?? rows.length, noun)}
        </span>
        {children}
        <span className="grow" />
        <ColumnChoice columns={columns} hidden={hidden} choose={hide} />
        <Button kind="quiet" onPress={() => saveText(`${noun}s.csv`, csvOf(inOrder, shown))}>
          <Download size={14} aria-hidden /> CSV
        </Button>
      </div>
      <Rows
        {...rest}
        noun={noun}
        columns={shown}
        rows={inOrder}
        sort={sort}
        sortBy={(column) => setOrder(nextSort(sort, column))}
      />
    </div>
  );
}

interface RowsProps<Row> extends Pick<GridProps<Row>, 'noun' | 'columns' | 'rows' | 'rowKey' | 'open' | 'isTall'> {
  readonly sort: Sort | undefined;
  readonly sortBy: (column: Column<Row>) => void;
}

function Rows<Row>({ noun, columns, rows, rowKey, open, sort, sortBy, isTall = false }: RowsProps<Row>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const { drawn, height, scrollTo, isCut } = useDrawnRows(scroller, rows.length);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = movedIn(event, active, { rows: rows.length, columns: columns.length, page: MAX_ROWS_SHOWN - 2 });
    if (to === 'open') return open?.(rows[active.row] as Row);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setActive(to);
    scrollTo(to.row);
  };
  const said = rows[active.row] && columns[active.column]?.says?.(rows[active.row] as Row);
  return (
    <>
      <div
        className={isTall ? 'grid tall' : 'grid'}
        ref={scroller}
        role="grid"
        aria-label={`${noun}s`}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={rows.length > 0 ? `${id}-${active.row}-${active.column}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        style={{
          ...layoutOf(columns),
          height: Math.min(rows.length, MAX_ROWS_SHOWN) * ROW_HEIGHT + (isTall ? TALL_HEAD : ROW_HEIGHT) + 2,
        }}
      >
        <Head columns={columns} sort={sort} sortBy={sortBy} />
        <div role="rowgroup" className="grid-body" style={{ height }}>
          {drawn.map(({ index, start }) => {
            const row = rows[index] as Row;
            return (
              <GridRow
                key={rowKey(row)}
                {...{ id, index, start, columns, row }}
                activeColumn={index === active.row ? active.column : undefined}
                activate={(column) => setActive({ row: index, column })}
                open={open}
              />
            );
          })}
        </div>
      </div>
      {isCut && (
        <p>
          The first {count(MAX_ROWS_PRINTED)} of {counted(rows.length, noun)}; the CSV has all of them.
        </p>
      )}
      {columns.some(({ says }) => says !== undefined) && <Said text={said} />}
    </>
  );
}

interface DrawnRows {
  /** Their places, and how many pixels from the top of the body. */
  readonly drawn: readonly { readonly index: number; readonly start: number }[];
  /** Pixels of all of them. */
  readonly height: number;
  readonly scrollTo: (row: number) => void;
  /** Whether paper has less than all of them. */
  readonly isCut: boolean;
}

/** Which rows are drawn: the visible ones; on paper all of them, up to a bound. */
function useDrawnRows(scroller: RefObject<HTMLDivElement | null>, rows: number): DrawnRows {
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  });
  const isPrinting = usePrinting();
  const printed = Math.min(rows, MAX_ROWS_PRINTED);
  return {
    drawn: isPrinting
      ? Array.from({ length: printed }, (_, index) => ({ index, start: index * ROW_HEIGHT }))
      : virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    scrollTo: (row) => virtual.scrollToIndex(row),
    isCut: isPrinting && rows > printed,
  };
}

/** What the cell that is marked says in full. */
function Said({ text }: { readonly text: string | undefined }): ReactNode {
  return (
    <p className="said" role="status">
      {text ?? ' '}
    </p>
  );
}

/** Where a key leads that was pressed on the grid itself; what is in a cell has its own. */
function movedIn(event: KeyboardEvent, from: Cell, extent: Extent): Cell | 'open' | undefined {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === 'Enter') return extent.rows === 0 ? undefined : 'open';
  return movedBy(event.key, from, extent);
}

interface GridRowProps<Row> extends Pick<RowsProps<Row>, 'columns'> {
  readonly open: ((row: Row) => void) | undefined;
  readonly id: string;
  readonly index: number;
  /** Pixels from the top of the body. */
  readonly start: number;
  readonly row: Row;
  /** Of the row that is marked, the cell that is. */
  readonly activeColumn: number | undefined;
  readonly activate: (column: number) => void;
}

function GridRow<Row>({ id, index, start, row, columns, activeColumn, activate, open }: GridRowProps<Row>): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={activeColumn === undefined ? 'grid-row' : 'grid-row active'}
      style={{ transform: `translateY(${start}px)` }}
      onDoubleClick={() => open?.(row)}
    >
      {columns.map((column, place) => (
        <div
          key={column.id}
          id={`${id}-${index}-${place}`}
          role="gridcell"
          aria-colindex={place + 1}
          className={cellClass(column, place === activeColumn)}
          onMouseDown={() => activate(place)}
        >
          {column.cell === undefined ? textOf(column, row) : column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** As it was while only rows go by. */
const Head = memo(HeadOf) as typeof HeadOf;

function HeadOf<Row>({ columns, sort, sortBy }: Pick<RowsProps<Row>, 'columns' | 'sort' | 'sortBy'>): ReactNode {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" aria-rowindex={1} className="grid-row">
        {columns.map((column) => {
          const isSorted = column.id === sort?.column;
          const Arrow = sort?.isDescending === true ? ArrowDown : ArrowUp;
          return (
            <div
              key={column.id}
              role="columnheader"
              className={column.isNumber === true ? 'number' : undefined}
              aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
            >
              <Button kind="quiet" onPress={() => sortBy(column)} says={`Sort by ${column.title}`}>
                <span>{column.title}</span>
                {isSorted && <Arrow size={12} aria-hidden />}
              </Button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The same tracks for every row, with any content, and the width that they need at least. */
function layoutOf<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const widths = columns.map(({ width = 9 }) => width);
  const tracks = widths.map((width) => `minmax(calc(${width}ch + ${CELL_PADDING}px), ${width}fr)`).join(' ');
  const onPaper = widths.map((width) => `minmax(0, ${width}fr)`).join(' ');
  return {
    '--columns': tracks,
    '--columns-on-paper': onPaper,
    '--width': `calc(${widths.reduce((sum, width) => sum + width, 0)}ch + ${widths.length * CELL_PADDING}px)`,
  } as CSSProperties;
}

function cellClass<Row>({ isNumber = false }: Column<Row>, isActive: boolean): string {
  return [isNumber ? 'number' : '', isActive ? 'active-cell' : ''].join(' ').trim();
}

function textOf<Row>({ value }: Column<Row>, row: Row): string {
  const found = value(row);
  return found == null ? '' : typeof found === 'number' ? found.toLocaleString('en') : String(found);
}
