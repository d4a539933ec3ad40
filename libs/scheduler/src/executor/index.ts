export { DenseExecutor } from './dense/dense-executor.js';
export type { Evaluation, Executor, Filtered, Scored } from './executor.js';
export { IncrementalExecutor } from './incremental/incremental-executor.js';
export { askNode, KeptPreFilters, type NodeAnswer } from './one-node/index.js';
