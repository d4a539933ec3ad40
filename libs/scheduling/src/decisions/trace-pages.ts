import { brotli, readBases, readChunks, readTracePlaces, type Decision, type TracePlace } from '#audit';
import type { Transaction } from '#database';
import { openChunk, type TraceChunk } from '#trace';
import type { NodeNames } from './node-names.js';
import { viewOf, type TraceRequest, type TraceView } from './trace-view.js';

/** A page of the trace of a decision that was read. */
export interface TracePageRequest extends TraceRequest {
  readonly decision: Decision;
}

/**
 * Pages of the traces of several decisions, in the order in which they are asked for: as many statements as for one.
 * Undefined where no trace is stored.
 */
export async function readTracePages(
  tx: Transaction,
  { clusterId, nodeNames }: { readonly clusterId: string; readonly nodeNames: NodeNames },
  requests: readonly TracePageRequest[],
): Promise<(TraceView | undefined)[]> {
  const decisions = new Map(requests.map(({ decision }) => [decision.id, decision]));
  const found = await readTracePlaces(
    tx,
    clusterId,
    [...decisions.values()].map(({ run, ordinal, at }) => ({ run, ordinal, at: new Date(at) })),
  );
  const places = new Map(found.map((place) => [`${place.run}.${place.ordinal}`, place]));
  const chunks = await openChunks(tx, clusterId, found);
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
  return requests.map(({ decision, ...request }) => {
    const place = places.get(decision.id);
    const chunk = place && chunks.get(keyOf(place));
    if (place === undefined || chunk === undefined) return undefined;
    const trace = chunk.trace(place.index, bases);
    const of = names.get(Buffer.from(chunk.nodeSet).toString('hex')) ?? [];
    return { decision, ...viewOf({ decision, trace, nodeNames: of }, request) };
  });
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
