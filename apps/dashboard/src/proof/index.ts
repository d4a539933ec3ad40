export { inclusionSteps, type ShownInclusion, type Step } from './inclusion.js';
export { verifyInWorker } from './in-worker.js';
export type { Said } from './ledger.worker.js';
export { readPublicKey } from './public-key.js';
export type { Verdict } from './verify-ledger.js';
