export { bestRows, type RankedAttempt } from './best-rows.js';
export { TraceFormatError } from './bytes/index.js';
export {
  openChunk,
  readChunkHead,
  readTrace,
  sealedChunk,
  storedBaseDigest,
  type BaseOf,
  type ChunkHead,
  type TraceChunk,
} from './chunk/index.js';
export { failingSets, type FailingSet, type FailingSetBy } from './failing-sets.js';
export type { Compressor, Hash } from './handed-in.js';
export { decodeNodeSet, encodeNodeSet, nodeSetDigest, type NodeSetEntry } from './node-set.js';
export type { ScorePlugin } from './plugin-shape.js';
export { soleRejections } from './sole-rejections.js';
export { storedDigests, type HeadedChunk, type StoredDigest } from './stored-digests.js';
export { summarize, type BestTotal, type CountedAttempt, type RejectionCount, type Summary } from './summarize.js';
export { TraceBases, type NewTraceBase, type TraceBase } from './trace-bases.js';
export { traceColumn, type TraceColumn } from './trace-column.js';
export { traceColumns, type NumberColumn, type TraceColumns } from './trace-columns.js';
export {
  createTraceEncoder,
  type EncodedTrace,
  type SealedChunk,
  type TracedAttempt,
  type TraceEncoder,
  type TraceEncoderOptions,
} from './trace-encoder.js';
export { traceDifference, type TraceDifference } from './trace-difference.js';
export { traceEvidence } from './trace-evidence.js';
export { tracePage, type TraceFilter, type TracePage, type TracePageRequest } from './trace-page.js';
export { traceRow, type TraceRow, type TraceScore } from './trace-row.js';
export { failsAt, traceTotal, type Trace } from './trace.js';
