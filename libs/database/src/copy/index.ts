export type { CopyType, CopyValue } from './binary-row.js';
export { copyIn, type CopyTarget } from './copy-in.js';
