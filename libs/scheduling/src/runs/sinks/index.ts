export { decidedAt, refOf } from './evidence.js';
export { dryRun } from './dry-run.js';
export { log } from './log.js';
export { none } from './none.js';
export type { DecidedPart, KeptPart, PartEnd, PartRef, Sink } from './sink.js';
