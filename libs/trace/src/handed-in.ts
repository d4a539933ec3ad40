/**
 * A collision-resistant hash of 32 bytes, handed in by the caller; it must not keep what it is
 * given. Berth hands in SHA-256.
 */
export type Hash = (bytes: Uint8Array) => Uint8Array;

/**
 * A lossless compressor and its inverse, handed in by the caller. Berth hands in brotli at
 * quality 1 with a large window.
 */
export interface Compressor {
  readonly compress: (bytes: Uint8Array) => Uint8Array;
  readonly decompress: (bytes: Uint8Array) => Uint8Array;
}
