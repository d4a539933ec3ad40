import { TraceFormatError } from '../bytes/index.js';
import type { Compressor } from '../handed-in.js';
import type { Trace } from '../trace.js';
import { readChunk, type TraceChunk } from './chunk-reader.js';

/** The form that is written now. The version is a chunk's first byte, outside the compression; what follows is the version's own affair. */
export const chunkVersion = 1;

/** A chunk as it is stored: the version and the compressed payload. */
export function sealChunk(payload: Uint8Array, { compress }: Pick<Compressor, 'compress'>): Uint8Array {
  const compressed = compress(payload);
  const chunk = new Uint8Array(compressed.length + 1);
  chunk[0] = chunkVersion;
  chunk.set(compressed, 1);
  return chunk;
}

/** Opens a stored chunk of any version this library ever wrote. @throws TraceFormatError for other versions and damaged bytes. */
export function openChunk(chunk: Uint8Array, { decompress }: Pick<Compressor, 'decompress'>): TraceChunk {
  const [version] = chunk;
  if (version !== chunkVersion) throw new TraceFormatError(`chunk version ${version ?? 'none'} is unknown here (known: ${chunkVersion})`);
  const payload = decompressed(chunk.subarray(1), decompress);
  // One array type for all column reads, whatever subclass the decompressor answers.
  return readChunk(new Uint8Array(payload.buffer, payload.byteOffset, payload.length));
}

function decompressed(bytes: Uint8Array, decompress: Compressor['decompress']): Uint8Array {
  try {
    return decompress(bytes);
  } catch (cause) {
    // Each compressor has errors of its own, which are not known here.
    throw new TraceFormatError('the chunk does not decompress', { cause });
  }
}

/** One decision out of a stored chunk. To read several of the same chunk, open it once. */
export function readTrace(chunk: Uint8Array, index: number, decompressor: Pick<Compressor, 'decompress'>): Trace {
  return openChunk(chunk, decompressor).trace(index);
}
