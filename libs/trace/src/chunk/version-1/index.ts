export { readChunk } from './chunk-reader.js';
