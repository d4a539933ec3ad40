import type { Sink } from './sink.js';

/** Nowhere: whoever asked has the plan, and nothing of it is kept. For questions about objects that there are not. */
export const none: Sink = { isHistory: false, keep: () => Promise.resolve({ head: null }) };
