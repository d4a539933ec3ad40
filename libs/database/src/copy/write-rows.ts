import type pg from 'pg';
import type { CopyValue } from './binary-row.js';
import { copyIn, type CopyTarget } from './copy-in.js';
import { insertRows } from './insert-rows.js';

/**
 * So many are few: rows go in one INSERT that can be sent along with other statements, and need no COPY; pods are read,
 * decided and written in one transaction, and refer to bases of traces instead of having frames of their own.
 */
export const FEW_ROWS = 16;

/** A row with more bytes than this goes by COPY, even alone: `pg` writes bytes in lists as hexadecimal text. */
const WIDE_BYTES = 32_768;

/** Writes rows in the way that is fast for their number; resolves to it. What comes bit by bit is taken for much. */
export async function writeRows(
  client: pg.ClientBase,
  target: CopyTarget,
  rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
): Promise<number> {
  if (Symbol.asyncIterator in rows) return copyIn(client, target, rows);
  const rest = rows[Symbol.iterator]();
  const first: (readonly CopyValue[])[] = [];
  for (let next = rest.next(); ; next = rest.next()) {
    if (next.done === true)
      return first.some(isWide) && !isPipelined(client)
        ? copyIn(client, target, first)
        : insertRows(client, target, first);
    first.push(next.value);
    if (first.length > FEW_ROWS) return copyIn(client, target, chained(first, rest));
  }
}

/** COPY cannot be sent together with other statements. */
function isPipelined(client: pg.ClientBase): boolean {
  return (client as { readonly pipeline?: boolean }).pipeline === true;
}

function isWide(row: readonly CopyValue[]): boolean {
  return row.some((value) => value instanceof Uint8Array && value.length > WIDE_BYTES);
}

function* chained(
  first: readonly (readonly CopyValue[])[],
  rest: Iterator<readonly CopyValue[]>,
): Iterable<readonly CopyValue[]> {
  yield* first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}
