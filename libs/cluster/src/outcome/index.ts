export { ok, refuse, type Outcome } from './outcome.js';
export type { ImportItem, ObjectRef, Refusal } from './refusal.js';
export { read, write } from './write.js';
