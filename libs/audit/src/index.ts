export * from './revisions/index.js';
export * from './checkpoints/index.js';
export * from './decisions/index.js';
export * from './ledger-export/index.js';
export * from './traces/index.js';
export * from './search/index.js';
export * from './verification/index.js';
