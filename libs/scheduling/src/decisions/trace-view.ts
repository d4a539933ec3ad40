import type { Decision } from '#audit';
import { tracePage, type Trace, type TraceFilter, type TraceRow } from '#trace';

/** Which rows of a trace. */
export interface TraceRequest {
  readonly filter: TraceFilter;
  readonly orderBy: 'total' | 'name';
  readonly offset: number;
  readonly pageSize: number;
}

/** A page of a decision's trace: a row a node. */
export interface TraceView {
  readonly decision: Decision;
  readonly filterPlugins: readonly string[];
  readonly scorePlugins: Trace['scorePlugins'];
  readonly items: readonly TraceRow[];
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
  const { filter, orderBy, offset, pageSize } = request;
  const { items, matching } = tracePage(trace, { nodeNames, filter, orderBy, offset, limit: pageSize });
  const reached = offset + items.length;
  const { filterPlugins, scorePlugins } = trace;
  return { filterPlugins, scorePlugins, items, matching, nextOffset: reached < matching ? reached : null };
}
