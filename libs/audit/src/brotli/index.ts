export { brotli, compressAsync } from './brotli.js';
