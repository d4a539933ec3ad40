import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** How gzip begins. // RFC 1952, 2.3.1 */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** What gzip packed, unpacked; all else as it is. @throws an error that names the file for gzip that is not whole */
export async function* unpacked(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const rest = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < GZIP.length) {
    const next = await rest.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = concatenated(head, { [Symbol.asyncIterator]: () => rest });
  yield* head.subarray(0, GZIP.length).equals(GZIP) ? gunzipped(file, whole) : whole;
}

async function* gunzipped(file: string, packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // The loop that reads what is unpacked sees each error.
    yield* pipeline(Readable.from(packed), createGunzip(), () => undefined);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') === true ? new Error(`${file}: invalid gzip: ${message}`) : error;
  }
}

async function* concatenated(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}
