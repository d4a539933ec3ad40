import type { Transaction } from '#database';

/** A chunk of traces, and which decisions they are of. */
export interface ArchivedChunk extends Record<string, unknown> {
  readonly run: string;
  readonly chunk: number;
  /** Of the decisions, in the order of the chunk. */
  readonly ordinals: readonly number[];
  readonly body: Buffer;
}

/** Chunks in memory at a time. */
const BATCH = 16;

/** The chunks of a cluster before a time, by run. */
export async function* archivedChunks(
  tx: Transaction,
  { clusterId, edge }: { readonly clusterId: string; readonly edge: Date },
): AsyncIterable<ArchivedChunk> {
  const batches = tx.stream<ArchivedChunk>(
    `SELECT c.run_id AS run, c.chunk, d.ordinals, c.body
     FROM trace_chunks c JOIN (
       SELECT run_id, trace_chunk, array_agg(ordinal ORDER BY trace_index) AS ordinals FROM decisions
       WHERE cluster_id = $1 AND at < $2 AND trace_chunk IS NOT NULL GROUP BY run_id, trace_chunk) d ON d.run_id =
         c.run_id AND d.trace_chunk = c.chunk
     WHERE c.cluster_id = $1 AND c.at < $2 ORDER BY c.run_id, c.chunk`,
    [clusterId, edge],
    BATCH,
  );
  for await (const batch of batches) yield* batch;
}
