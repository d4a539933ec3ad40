export type { CopyType, CopyValue } from './binary-row.js';
export { isUploading, type CopyTarget } from './copy-in.js';
export { RowBatch } from './row-batch.js';
export { FEW_ROWS, writeRows } from './write-rows.js';
