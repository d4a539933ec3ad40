export * from './decisions/index.js';
export * from './traces/index.js';
export * from './search/index.js';
