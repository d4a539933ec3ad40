import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { measuring, type WrittenFile } from './gzip-file.js';

/** What a compressed file of lines is, and what its ends say. */
export interface ReadArchiveFile extends WrittenFile {
  /** The first lines, and the last one; undefined where the file cannot be unpacked. */
  readonly ends: { readonly first: readonly string[]; readonly last: string } | undefined;
}

/** Longer than any header. */
const HEAD_BYTES = 1 << 16;
/** Longer than any last line. */
const TAIL_BYTES = 1 << 12;

/** Reads it once; undefined when it is not there. */
export async function readArchiveFile(path: string): Promise<ReadArchiveFile | undefined> {
  const { pass, measured } = measuring();
  let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)];
  const lines = new Writable({
    write(piece: Buffer, _encoding, done) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece]).subarray(0, HEAD_BYTES);
      tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
      done();
    },
  });
  try {
    await pipeline(createReadStream(path), pass, createGunzip(), lines);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    // It is not what was written, which is all that is asked.
    if (code?.startsWith('Z_') === true) return { ...measured(), sha256: '', ends: undefined };
    throw error;
  }
  const first = head.toString('utf8').split('\n').slice(0, 2);
  const last = tail.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
  return { ...measured(), ends: { first, last } };
}
