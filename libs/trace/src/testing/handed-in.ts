import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Compressor } from '../handed-in.js';

/** What Berth hands in as hash. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(bytes).digest());
}

/** What Berth hands in as compressor. */
export const brotli: Compressor = {
  compress: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 1,
        [constants.BROTLI_PARAM_LGWIN]: 22,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  decompress: (bytes) => brotliDecompressSync(bytes),
};

/** Another one, to show that nothing depends on it. */
export const deflate: Compressor = {
  compress: (bytes) => deflateRawSync(bytes),
  decompress: (bytes) => inflateRawSync(bytes),
};

/** None at all: the chunk's payload as it is. */
export const uncompressed: Compressor = { compress: (bytes) => bytes, decompress: (bytes) => bytes };
