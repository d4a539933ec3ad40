import { buildRow, type TraceRow } from './trace-row.js';
import { failsAt, traceTotal, type Trace } from './trace.js';

/** Which rows of a trace, in which order, and how many. */
export interface TracePageRequest {
  /** Name of the node of each row; only of the rows of the page is more than the name looked at. */
  readonly nodeNames: readonly string[];
  readonly filter?: TraceFilter;
  /**
   * total (the default): highest first, then what is not feasible; equals by name. name: by name. Names in byte order.
   */
  readonly orderBy?: 'total' | 'name';
  /** Matching rows to leave out before the page; 0 by default. */
  readonly offset?: number;
  /** Of the matching rows only those before this one, by number; all by default. */
  readonly end?: number;
  /** The last of what lies between, not the first. */
  readonly fromEnd?: boolean;
  readonly limit: number;
}

/** All that are given must hold. */
export interface TraceFilter {
  /** The node's whole name. */
  readonly node?: string;
  /** Whole names of nodes: the rows of any of them. */
  readonly nodes?: readonly string[];
  readonly feasible?: boolean;
  /** Rows where this plugin fails. */
  readonly plugin?: string;
}

/** A page of rows. */
export interface TracePage {
  readonly items: readonly TraceRow[];
  /** Of the first row of the page, among those that match. */
  readonly offset: number;
  /** Rows that match the filter, on this page or not; of those that were kept, when the trace is partial. */
  readonly matching: number;
}

/**
 * One page of a trace. Rows are ordered by their totals as plain columns; row objects are made for the page only.
 * @throws RangeError when the names are not those of the trace's rows.
 */
export function tracePage(
  trace: Trace,
  { nodeNames, filter = {}, orderBy = 'total', offset = 0, end = Infinity, fromEnd = false, limit }: TracePageRequest,
): TracePage {
  if (nodeNames.length !== trace.nodeCount)
    throw new RangeError(`${nodeNames.length} names for ${trace.nodeCount} rows`);
  const totals = new Float64Array(trace.nodeCount);
  totals.fill(notFeasible);
  for (const row of trace.rows) totals[row] = traceTotal(trace, row) ?? notFeasible;
  const totalOf = (row: number): number => totals[row] ?? notFeasible;
  const nameOf = (row: number): string => nodeNames[row] ?? '';
  const byName = (a: number, b: number): number => compareText(nameOf(a), nameOf(b));
  // Equal totals first: the difference of two that are `notFeasible` is no number.
  const byTotal = (a: number, b: number): number =>
    totalOf(a) === totalOf(b) ? byName(a, b) : totalOf(b) - totalOf(a);
  const rows = matchingRows(trace, nodeNames, filter).sort(orderBy === 'name' ? byName : byTotal);
  const descending = totals.filter((total) => total !== notFeasible).sort((a, b) => b - a);
  const reach = Math.min(end, rows.length);
  const begin = fromEnd ? Math.max(offset, reach - limit) : offset;
  const items = Array.from(rows.subarray(begin, Math.max(begin, Math.min(begin + limit, reach))), (row) => {
    const total = totalOf(row);
    const known = total === notFeasible ? { total: null, rank: null } : { total, rank: rankIn(descending, total) };
    return buildRow(trace, { row, node: nameOf(row), ...known });
  });
  return { items, offset: begin, matching: rows.length };
}

const notFeasible = -Infinity;

function matchingRows(
  trace: Trace,
  nodeNames: readonly string[],
  { node, nodes, feasible, plugin }: TraceFilter,
): Uint32Array {
  const rows: number[] = [];
  const named = nodes === undefined ? undefined : new Set(nodes);
  for (const row of trace.rows) {
    if (node !== undefined && nodeNames[row] !== node) continue;
    if (named !== undefined && !named.has(nodeNames[row] ?? '')) continue;
    if (feasible !== undefined && trace.feasible(row) !== feasible) continue;
    if (plugin !== undefined && !failsAt(trace, plugin, row)) continue;
    rows.push(row);
  }
  return Uint32Array.from(rows);
}

// Node names are DNS subdomains, ASCII: UTF-16 code units and bytes sort them alike.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One more than the number of totals above this one, in an array that descends. */
function rankIn(descending: Float64Array, total: number): number {
  let [low, high] = [0, descending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((descending[middle] ?? 0) > total) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
