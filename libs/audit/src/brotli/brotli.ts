import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, type BrotliOptions } from 'node:zlib';
import type { Compressor } from '#trace';

/**
 * Brotli at quality 1 with a window of 4 MiB: a chunk's decisions resemble each other, and one of them at 5,000 nodes
 * is already wider than the 32 KiB that deflate looks back.
 */
export const brotli: Compressor = {
  compress: (bytes) => brotliCompressSync(bytes, optionsFor(bytes)),
  decompress: (bytes) => brotliDecompressSync(bytes),
};

const compressBeside = promisify(brotliCompress);

/**
 * The same bytes as `brotli.compress`, made beside the calling thread. Two payloads at a time: more would take
 * the processor from the scheduling thread and from PostgreSQL, and the threads from callers that resolve names or
 * read files. The others wait in the order in which they came; a caller that makes payloads without end awaits
 * earlier ones, so that they do not pile up.
 */
export async function compressAsync(payload: Uint8Array): Promise<Uint8Array> {
  if (payload.length <= AT_ONCE_BYTES) return brotli.compress(payload);
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await compressBeside(payload, optionsFor(payload));
  } finally {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  }
}

/** So few bytes are compressed before another thread has begun with them. */
const AT_ONCE_BYTES = 4_096;

const waiting: (() => void)[] = [];
let free = 2;

function optionsFor({ length }: Uint8Array): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}
