export * from './problems/index.js';
export * from './names/index.js';
export * from './quantity/index.js';
export * from './label-selector/index.js';
export * from './node-selector/index.js';
export * from './tolerations/index.js';
