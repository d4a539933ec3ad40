import { TraceFormatError } from '../bytes/index.js';
import type { Compressor, Hash } from '../handed-in.js';
import type { Trace } from '../trace.js';
import { readChunk as readVersion1 } from './version-1/index.js';
import { readChunk as readVersion2 } from './version-2/index.js';
import type { BaseOf, ChunkHead, TraceChunk } from './trace-chunk.js';

/**
 * The form that is written now. The version is a chunk's first byte, outside the compression; what follows
 * is the version's own affair.
 */
export const chunkVersion = 2;

const readers = new Map<number, (payload: Uint8Array) => Omit<TraceChunk, 'version'>>([
  [1, readVersion1],
  [2, readVersion2],
]);

/** A chunk or base as it is stored: the version, and the payload that an encoder sealed, compressed. */
export function sealedChunk(compressedPayload: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(compressedPayload.length + 1);
  chunk[0] = chunkVersion;
  chunk.set(compressedPayload, 1);
  return chunk;
}

/**
 * Opens a stored chunk of any version this library ever wrote.
 * @throws TraceFormatError for other versions and damaged bytes.
 */
export function openChunk(chunk: Uint8Array, { decompress }: Pick<Compressor, 'decompress'>): TraceChunk {
  const [version] = chunk;
  const read = version === undefined ? undefined : readers.get(version);
  if (version === undefined || read === undefined)
    throw new TraceFormatError(
      `chunk version ${version ?? 'none'} is unknown here (known: ${[...readers.keys()].join(', ')})`,
    );
  const opened = read(decompressed(chunk.subarray(1), decompress));
  const payloads = (baseOf: BaseOf | undefined): BaseOf | undefined =>
    baseOf &&
    ((digest) => {
      const base = baseOf(digest);
      return base && payloadOf(base, decompress);
    });
  return {
    ...opened,
    version,
    trace: (index, baseOf) => opened.trace(index, payloads(baseOf)),
    traces: (baseOf) => opened.traces(payloads(baseOf)),
  };
}

/** What a stored chunk says of itself, without the decisions: it is not kept in memory. @throws like `openChunk` */
export function readChunkHead(chunk: Uint8Array, decompressor: Pick<Compressor, 'decompress'>): ChunkHead {
  const { version, nodeSet, nodeCount, count, classes, bases } = openChunk(chunk, decompressor);
  return { version, nodeSet: nodeSet.slice(), nodeCount, count, classes, bases: bases.map((base) => base.slice()) };
}

/**
 * The content address that a stored base has: the plain hash of its payload.
 * @throws TraceFormatError when it cannot be read
 */
export function storedBaseDigest(
  hash: Hash,
  base: Uint8Array,
  { decompress }: Pick<Compressor, 'decompress'>,
): Uint8Array {
  return hash(payloadOf(base, decompress));
}

/** A base lies in the database as a chunk does. */
function payloadOf(base: Uint8Array, decompress: Compressor['decompress']): Uint8Array {
  if (base[0] !== chunkVersion)
    throw new TraceFormatError(`base version ${base[0] ?? 'none'} is unknown here (known: ${chunkVersion})`);
  return decompressed(base.subarray(1), decompress);
}

function decompressed(bytes: Uint8Array, decompress: Compressor['decompress']): Uint8Array {
  try {
    const payload = decompress(bytes);
    // One array type for all column reads, for any subclass that the decompressor returns.
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.length);
  } catch (cause) {
    // Each compressor has errors of its own, which are not known here.
    throw new TraceFormatError('the chunk does not decompress', { cause });
  }
}

/** One decision out of a stored chunk. To read several of the same chunk, open it once. */
export function readTrace(
  chunk: Uint8Array,
  index: number,
  { baseOf, ...decompressor }: Pick<Compressor, 'decompress'> & { readonly baseOf?: BaseOf },
): Trace {
  return openChunk(chunk, decompressor).trace(index, baseOf);
}
