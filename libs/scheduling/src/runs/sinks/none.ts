import type { Sink } from './sink.js';

/** Nowhere: the caller has the plan, and none of it is stored. For questions about objects that do not exist. */
export const none: Sink = { isHistory: false, keep: () => Promise.resolve({ head: null }) };
