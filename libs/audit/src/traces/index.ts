export { brotli, compressAsync } from './brotli.js';
export {
  readBases,
  readChunk,
  findNodeSet,
  readNodeSet,
  writeBases,
  writeChunks,
  writeNodeSet,
  type NewChunk,
  type StoredBase,
} from './trace.store.js';
