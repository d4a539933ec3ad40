export { receivedError, sentError, type SentError } from './sent-error.js';
export { type ServedThread, serveJobs } from './serve-jobs.js';
export type { HeapLimits } from './thread.js';
export { Threads } from './threads.js';
