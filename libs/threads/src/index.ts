export { askedChunks, chunkAnswers, type Chunk, type ChunkAnswers, type ChunkQuestion } from './chunks.js';
export type { CallOptions, JobName, JobShape, JobTable, OpenCall, ThreadShape } from './job.js';
export { receivedError, sentError, type SentError } from './sent-error.js';
export { type ServedThread, serveJobs } from './serve-jobs.js';
export { type HeapLimits, ThreadLost } from './thread.js';
export { type KeyedCallOptions, Threads, type ThreadsOptions } from './threads.js';
