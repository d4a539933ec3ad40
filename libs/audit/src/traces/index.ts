export {
  readBases,
  readChunk,
  findNodeSet,
  readChunks,
  readNodeSet,
  readNodeSets,
  writeBases,
  writeChunks,
  writeNodeSet,
  type NewChunk,
  type StoredBase,
} from './trace.store.js';
