import { TimeSlice } from '#database';
import { readChunkHead, storedDigests, TraceFormatError, type ChunkHead, type Hash, type HeadedChunk } from '#trace';
import { brotli } from '#audit';
import type { ChunkRow, TracedRow } from './evidence.queries.js';
import type { SharedContents } from './shared-contents.js';

/** A part's decisions that have a trace, and the chunks that they say it is in. */
export interface StoredPart {
  readonly at: Date;
  readonly traced: readonly TracedRow[];
  readonly chunks: readonly ChunkRow[];
}

/** What is said of a part's traces: of a decision by its ordinal, of a chunk by its number. */
export interface TraceFault {
  readonly ordinal?: number;
  readonly table: 'decisions' | 'trace_chunks';
  readonly message: string;
}

/** What looking at a part's traces came to. */
export interface TraceJudgement {
  readonly faults: readonly TraceFault[];
  /** Decisions whose digest has nothing that it could be recomputed from. */
  readonly notCheckable: number;
}

/**
 * Whether the traces of a part are there: each where its decision says, in chunks that are as long as they say and
 * about nodes that are there, and the digests of the decisions those that the traces come to.
 */
export async function judgeTraces(
  { at, traced, chunks }: StoredPart,
  { hash, contents }: { readonly hash: Hash; readonly contents: SharedContents },
): Promise<TraceJudgement> {
  const faults: TraceFault[] = [];
  const headed: HeadedChunk[] = [];
  for (const chunk of chunks) {
    const head = headOf(chunk);
    faults.push(...('message' in head ? [head] : chunkFaults(chunk, { head, at, contents })));
    if (!('message' in head)) headed.push({ body: chunk.body, head });
  }
  const placed = placesOf(chunks);
  const unstored = traced.filter(({ trace_stored }) => trace_stored === 'none');
  const stored = traced.filter(({ trace_stored }) => trace_stored !== 'none');
  for (const { ordinal, trace_chunk, trace_index } of unstored) {
    if (trace_chunk !== null || trace_index !== null)
      faults.push({ ordinal, table: 'decisions', message: 'names a trace and says that none is stored' });
  }
  for (const [index, { ordinal, trace_chunk, trace_index }] of stored.entries()) {
    const place = placed[index];
    if (place === undefined)
      faults.push({
        ordinal,
        table: 'trace_chunks',
        message: `its trace is missing: there is no place ${trace_index ?? '-'} in chunk ${trace_chunk ?? '-'}`,
      });
    else if (place.chunk !== trace_chunk || place.index !== trace_index) {
      faults.push({
        ordinal,
        table: 'decisions',
        message:
          `its trace is at place ${place.index} of chunk ${place.chunk}, not at ${trace_index ?? '-'} ` +
          `of ${trace_chunk ?? '-'}`,
      });
    }
  }
  if (placed.length > stored.length)
    faults.push({ table: 'trace_chunks', message: `hold ${placed.length} traces for ${stored.length} decisions` });
  // Of a part that is not whole none can be computed: they follow each other.
  const compared =
    headed.length < chunks.length
      ? { faults: [], notCheckable: stored.length }
      : await compareDigests(stored, headed, { hash, contents });
  return { faults: [...faults, ...compared.faults], notCheckable: unstored.length + compared.notCheckable };
}

function headOf({ chunk, body }: ChunkRow): ChunkHead | TraceFault {
  try {
    return readChunkHead(body, brotli);
  } catch (error) {
    if (!(error instanceof TraceFormatError)) throw error;
    return { table: 'trace_chunks', message: `chunk ${chunk} cannot be read: ${error.message}` };
  }
}

function chunkFaults(
  { chunk, at: own, node_set, count }: ChunkRow,
  { head, at, contents }: { readonly head: ChunkHead; readonly at: Date; readonly contents: SharedContents },
): TraceFault[] {
  const fault = (message: string): TraceFault => ({ table: 'trace_chunks', message: `chunk ${chunk} ${message}` });
  return [
    ...(own.getTime() === at.getTime() ? [] : [fault('has another time than its part')]),
    ...(head.count === count ? [] : [fault(`says that it holds ${count} traces, and holds ${head.count}`)]),
    ...(node_set === null || node_set.equals(head.nodeSet)
      ? []
      : [fault('names another node set than its traces are about')]),
    ...(contents.nodesOf(head.nodeSet) === head.nodeCount
      ? []
      : [fault(`is about ${head.nodeCount} nodes that no stored node set names`)]),
  ];
}

/** Where the traces of a part are: chunk after chunk, each as long as its row says. */
function placesOf(chunks: readonly ChunkRow[]): { readonly chunk: number; readonly index: number }[] {
  return chunks.flatMap(({ chunk, count }) =>
    Array.from({ length: Math.min(Math.max(count, 0), MOST_TRACES) }, (_, index) => ({ chunk, index })),
  );
}

/** More than any chunk holds: a count that was altered is not believed. */
const MOST_TRACES = 4_096;

async function compareDigests(
  stored: readonly TracedRow[],
  chunks: readonly HeadedChunk[],
  { hash, contents }: { readonly hash: Hash; readonly contents: SharedContents },
): Promise<TraceJudgement> {
  const faults: TraceFault[] = [];
  let notCheckable = 0;
  let next = 0;
  const slice = new TimeSlice();
  try {
    const baseOf = await contents.basesOf(chunks.flatMap(({ head }) => head.bases));
    for (const { digest } of storedDigests(chunks, { hash, decompress: brotli.decompress, baseOf })) {
      await slice.yieldWhenOver();
      const decision = stored[next++];
      if (decision === undefined) break;
      const { ordinal, trace_digest } = decision;
      if (digest === null) notCheckable++;
      else if (trace_digest?.equals(digest) !== true)
        faults.push({ ordinal, table: 'trace_chunks', message: 'its trace is not what its digest was made of' });
    }
  } catch (error) {
    // Numbers that no engine wrote are a RangeError of the encoder.
    if (!(error instanceof TraceFormatError || error instanceof RangeError)) throw error;
    const { ordinal } = stored[next] ?? {};
    faults.push({
      ...(ordinal === undefined ? {} : { ordinal }),
      table: 'trace_chunks',
      message: `its trace cannot be read: ${error.message}`,
    });
  }
  return { faults, notCheckable };
}
