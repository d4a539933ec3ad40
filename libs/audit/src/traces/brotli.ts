import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Compressor } from '#trace';

/**
 * Brotli at quality 1 with a window of 4 MiB: a chunk's decisions resemble each other, and one of them at 5,000 nodes is already
 * wider than the 32 KiB that deflate looks back.
 */
export const brotli: Compressor = {
  compress: (bytes) =>
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  decompress: (bytes) => brotliDecompressSync(bytes),
};
