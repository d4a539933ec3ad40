export { brotli, compressAsync } from './brotli.js';
export { readChunk, writeChunks, writeNodeSet, type NewChunk } from './trace.store.js';
