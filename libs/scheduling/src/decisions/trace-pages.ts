import { brotli, readBases, readChunks, readTracePlaces, type Decision, type TracePlace } from '#audit';
import type { Transaction } from '#database';
import { openChunk, type TraceChunk } from '#trace';
import type { NodeNames } from './node-names.js';
import { viewOf, type OpenTrace, type TraceRequest, type TraceView } from './trace-view.js';

/** A page of the trace of a decision that was read. */
export interface TracePageRequest extends TraceRequest {
  readonly decision: Decision;
}

/** Where traces are read. */
interface Place {
  readonly clusterId: string;
  readonly nodeNames: NodeNames;
}

/**
 * Pages of the traces of several decisions, in the order in which they are asked for: as many statements as for one.
 * Undefined where no trace is stored.
 */
export async function readTracePages(
  tx: Transaction,
  place: Place,
  requests: readonly TracePageRequest[],
): Promise<(TraceView | undefined)[]> {
  const traces = await readTraces(
    tx,
    place,
    requests.map(({ decision }) => decision),
  );
  return requests.map(({ decision, ...request }) => {
    const open = traces.get(decision.id);
    return open && { decision, ...viewOf(open, request) };
  });
}

/** The traces of these decisions by their ids, by as many statements as that of one; what has none is not there. */
export async function readTraces(
  tx: Transaction,
  { clusterId, nodeNames }: Place,
  decisions: readonly Decision[],
): Promise<ReadonlyMap<string, OpenTrace>> {
  const asked = new Map(decisions.map((decision) => [decision.id, decision]));
  const places = await readTracePlaces(
    tx,
    clusterId,
    [...asked.values()].map(({ run, ordinal, at }) => ({ run, ordinal, at: new Date(at) })),
  );
  const chunks = await openChunks(tx, clusterId, places);
  const all = [...chunks.values()];
  const bases = await readBases(
    tx,
    clusterId,
    all.flatMap((chunk) => chunk.bases),
  );
  const names = await nodeNames.ofMany(
    tx,
    clusterId,
    all.map(({ nodeSet }) => nodeSet),
  );
  const traces = new Map<string, OpenTrace>();
  for (const place of places) {
    const decision = asked.get(`${place.run}.${place.ordinal}`);
    const chunk = chunks.get(keyOf(place));
    if (decision === undefined || chunk === undefined) continue;
    const of = names.get(Buffer.from(chunk.nodeSet).toString('hex')) ?? [];
    traces.set(decision.id, { decision, trace: chunk.trace(place.index, bases), nodeNames: of });
  }
  return traces;
}

async function openChunks(
  tx: Transaction,
  clusterId: string,
  places: readonly TracePlace[],
): Promise<ReadonlyMap<string, TraceChunk>> {
  const wanted = new Map(places.map(({ run, chunk }) => [keyOf({ run, chunk }), { run, chunk }]));
  const rows = wanted.size === 0 ? [] : await readChunks(tx, clusterId, [...wanted.values()]);
  return new Map(rows.map((row) => [keyOf(row), openChunk(row.body, brotli)]));
}

function keyOf({ run, chunk }: Pick<TracePlace, 'run' | 'chunk'>): string {
  return `${run} ${chunk}`;
}
