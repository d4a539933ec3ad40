import type { Decision } from '#audit';
import { tracePage, type Trace, type TraceFilter, type TraceRow } from '#trace';

/** Which rows of a trace. */
export interface TraceRequest {
  readonly filter: TraceFilter;
  readonly orderBy: 'total' | 'name';
  readonly offset: number;
  /** Only rows before this one, by number. */
  readonly end?: number;
  /** The last of what lies between, not the first. */
  readonly fromEnd?: boolean;
  readonly pageSize: number;
}

/** A page of a decision's trace: a row a node. */
export interface TraceView {
  readonly decision: Decision;
  readonly filterPlugins: readonly string[];
  readonly scorePlugins: Trace['scorePlugins'];
  readonly items: readonly TraceRow[];
  /** Of the first row of the page, among those that match. */
  readonly offset: number;
  /** Rows that match the filter, on this page or not. */
  readonly matching: number;
  readonly nextOffset: number | null;
}

/** A decision's trace as a whole. */
export interface WholeTrace extends Pick<TraceView, 'decision' | 'filterPlugins' | 'scorePlugins'> {
  /** All rows that match, made batch by batch as they are asked for. */
  readonly batches: Iterable<readonly TraceRow[]>;
}

/** Rows in memory at a time. */
const BATCH = 500;

/** A trace that can be read, of a decision. */
export interface OpenTrace {
  readonly decision: Decision;
  readonly trace: Trace;
  /** Of each row. */
  readonly nodeNames: readonly string[];
}

/** All rows that match, in batches. */
export function* batchesOf(
  trace: OpenTrace,
  request: Pick<TraceRequest, 'filter' | 'orderBy'>,
): Iterable<readonly TraceRow[]> {
  for (let offset: number | null = 0; offset !== null;) {
    const { items, nextOffset }: ReturnType<typeof viewOf> = viewOf(trace, { ...request, offset, pageSize: BATCH });
    yield items;
    offset = nextOffset;
  }
}

/** The rows of a page. */
export function viewOf({ trace, nodeNames }: OpenTrace, request: TraceRequest): Omit<TraceView, 'decision'> {
  const { pageSize: limit, ...page } = request;
  const { items, offset, matching } = tracePage(trace, { nodeNames, ...page, limit });
  const reached = offset + items.length;
  const { filterPlugins, scorePlugins } = trace;
  return { filterPlugins, scorePlugins, items, offset, matching, nextOffset: reached < matching ? reached : null };
}
