import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** A file that is on the disk, as it is: compressed. */
export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes pieces of text or bytes into a new file, compressed; when it resolves they are on
 * the disk. Its folder is made.
 */
export async function writeGzip(path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<WrittenFile> {
  await mkdir(dirname(path), { recursive: true });
  const { pass, measured } = measuring();
  const file = createWriteStream(path, { flags: 'w', mode: 0o600, flush: true });
  try {
    await pipeline(Readable.from(pieces), createGzip(), pass, file);
  } catch (error) {
    // A stream that fails while it opens its file makes it all the same: what removes the file comes after that.
    if (!file.closed) await new Promise<void>((done) => file.once('close', done));
    throw error;
  }
  return measured();
}

/** Passes bytes on; `measured` says what they were, once they have all passed. */
export function measuring(): { readonly pass: Transform; readonly measured: () => WrittenFile } {
  const hash = createHash('sha256');
  let bytes = 0;
  const pass = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { pass, measured: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** The contents of a compressed file, piece by piece. @throws when it is not there, or not whole */
export async function* readGzip(path: string): AsyncIterable<Buffer> {
  const unzipped = createReadStream(path)
    .on('error', (error) => unzipped.destroy(error))
    .pipe(createGunzip());
  for await (const piece of unzipped) yield piece as Buffer;
}

/** The lines of a compressed text file, without their ends. */
export async function* readGzipLines(path: string): AsyncIterable<string> {
  let rest: Buffer[] = [];
  for await (const piece of readGzip(path)) {
    let begin = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, begin)) {
      yield Buffer.concat([...rest, piece.subarray(begin, end)]).toString();
      rest = [];
      begin = end + 1;
    }
    if (begin < piece.length) rest.push(piece.subarray(begin));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString();
}

const NEWLINE = 0x0a;

/** Makes the names in a folder last. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
