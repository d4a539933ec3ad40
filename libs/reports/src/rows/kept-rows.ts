import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { TimeSlice } from '#database';
import type { Cell } from '../report/index.js';

/** A row by the names of its columns, in their order. */
export type ReportRow = Readonly<Record<string, Cell>>;

/** Rows as lines of JSON, in compressed chunks: a million rows take about 20 MB. */
export interface KeptRows {
  readonly count: number;
  readonly chunks: readonly Uint8Array[];
  /** SHA-256 of the lines, hexadecimal. */
  readonly digest: string;
}

/**
 * Bytes of a chunk, unless one row is longer: some 250 rows. V8 moves strings of twice the length to its old
 * generation with the first collection that they survive, and collects those late.
 */
const CHUNK = 2 ** 16;

/** Keeps rows as they come, so that an answer can say their digest before the first of them. */
export async function keepRows(
  rows: AsyncIterable<ReportRow>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<KeptRows> {
  const hash = createHash('sha256');
  const chunks: Uint8Array[] = [];
  const slice = new TimeSlice({ signal });
  // Lines go here at once: as strings they would outlive what their rows are computed from.
  const lines = Buffer.allocUnsafeSlow(CHUNK);
  let length = 0;
  let count = 0;
  const keep = (bytes: Uint8Array): void => {
    hash.update(bytes);
    // A view of a pool would carry the whole pool from thread to thread.
    chunks.push(Uint8Array.from(deflateRawSync(bytes, { level: 1 })));
  };
  const close = (): void => {
    if (length > 0) keep(lines.subarray(0, length));
    length = 0;
  };
  for await (const row of rows) {
    const line = `${JSON.stringify(row)}\n`;
    const bytes = Buffer.byteLength(line);
    if (length + bytes > CHUNK) close();
    if (bytes > CHUNK) keep(Buffer.from(line));
    else length += lines.write(line, length);
    count += 1;
    await slice.yieldWhenOver();
  }
  close();
  return { count, chunks, digest: hash.digest('hex') };
}

/** The rows of one cluster after those of another. */
export async function joinRows(parts: readonly KeptRows[]): Promise<KeptRows> {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const hash = createHash('sha256');
  for await (const text of linesOf(parts)) hash.update(text);
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    chunks: parts.flatMap(({ chunks }) => chunks),
    digest: hash.digest('hex'),
  };
}

/** The lines, a chunk at a time: each ends with a line feed. */
export async function* linesOf(parts: readonly Pick<KeptRows, 'chunks'>[]): AsyncIterable<string> {
  const slice = new TimeSlice();
  for (const { chunks } of parts) {
    for (const chunk of chunks) {
      yield inflateRawSync(chunk, { chunkSize: CHUNK }).toString('utf8');
      await slice.yieldWhenOver();
    }
  }
}

/** Rows that are read at a time: while a reader is slow, V8 moves what waits for them to its old generation. */
const BATCH = 64;

/** The rows, some at a time. */
export async function* rowsOf(kept: Pick<KeptRows, 'chunks'>): AsyncIterable<readonly ReportRow[]> {
  for await (const text of linesOf([kept])) {
    const lines = text.trimEnd().split('\n');
    for (let first = 0; first < lines.length; first += BATCH)
      yield lines.slice(first, first + BATCH).map((line) => JSON.parse(line) as ReportRow);
  }
}
