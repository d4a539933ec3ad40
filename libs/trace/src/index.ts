export { bestRows } from './best-rows.js';
export { TraceFormatError } from './bytes/index.js';
export {
  openChunk,
  readChunkHead,
  sealedChunk,
  storedBaseDigest,
  type BaseOf,
  type ChunkHead,
  type TraceChunk,
} from './chunk/index.js';
export { failingSets, type FailingSet, type FailingSetBy } from './failing-sets.js';
export type { Compressor, Hash } from './handed-in.js';
export { decodeNodeSet, encodeNodeSet, nodeSetDigest, type NodeSetEntry } from './node-set.js';
export { storedDigests, type HeadedChunk } from './stored-digests.js';
export { summarize } from './summarize.js';
export { TraceBases, type NewTraceBase } from './trace-bases.js';
export { traceColumns, type NumberColumn, type TraceColumns } from './trace-columns.js';
export { createTraceEncoder, type SealedChunk, type TraceEncoder } from './trace-encoder.js';
export { traceDifference } from './trace-difference.js';
export { tracePage, type TraceFilter } from './trace-page.js';
export { type TraceRow } from './trace-row.js';
export { traceTotal, type Trace } from './trace.js';
