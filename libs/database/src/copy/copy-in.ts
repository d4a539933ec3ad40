import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { TimeSlice } from '../long-work/index.js';
import { BinaryRows, type CopyType, type CopyValue } from './binary-row.js';

/** Sent to the server once this much is gathered: large enough for few writes, small enough to stay bounded. */
const FLUSH_BYTES = 1 << 17;

/** A table and the columns that a bulk write fills, in the order of its rows' values. */
export interface CopyTarget {
  readonly table: string;
  readonly columns: Readonly<Record<string, CopyType>>;
}

/** Connections whose COPY waits for rows, as slowly as these may come. */
const uploading = new WeakSet<pg.ClientBase>();

/** Whether the server waits for rows, and not a caller for the server. */
export function isUploading(client: pg.ClientBase): boolean {
  return uploading.has(client);
}

/** Writes rows with COPY (binary), as they come; resolves to their number. */
export async function copyIn(
  client: pg.ClientBase,
  target: CopyTarget,
  rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
): Promise<number> {
  const names = Object.keys(target.columns)
    .map((name) => `"${name}"`)
    .join(', ');
  const stream = client.query(copyFrom(`COPY "${target.table}" (${names}) FROM STDIN WITH (FORMAT binary)`));
  let failed = false;
  // The listener stays to the end: a stream whose connection breaks may emit more than one error, and an error
  // without a listener ends the process.
  stream.on('error', () => {
    failed = true;
  });
  const finished = once(stream, 'finish');
  // Awaited below; without a handler an early error of the server would end the process.
  finished.catch(() => undefined);
  const encoder = new BinaryRows(Object.values(target.columns));
  const slice = new TimeSlice();
  let count = 0;
  uploading.add(client);
  try {
    for await (const row of rows) {
      encoder.add(row);
      count++;
      await slice.yieldWhenOver();
      if (encoder.length < FLUSH_BYTES) continue;
      if (failed) await finished;
      if (!stream.write(encoder.take(false))) await Promise.race([once(stream, 'drain'), finished]);
    }
    if (!failed) stream.end(encoder.take(true));
  } catch (error) {
    // A stream that failed by itself has released its connection: there is no receiver for the error.
    if (!failed) stream.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    uploading.delete(client);
  }
  await finished;
  return count;
}
