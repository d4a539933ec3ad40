import { asCsv, asParquet, linesOf, type Columns, type KeptRows } from '#reports';
import type { Format } from '../schedule.js';

/** Rows with what they were computed from. */
export interface Content {
  readonly columns: Columns;
  readonly head: object;
  readonly rows: Pick<KeptRows, 'chunks'>;
}

/** The rows in a form, piece by piece: the same bytes every time. */
export function contentIn(format: Format, { columns, head, rows }: Content): AsyncIterable<string | Uint8Array> {
  if (format === 'csv') return asCsv(columns, rows);
  if (format === 'ndjson') return linesOf([rows]);
  if (format === 'json') return asJson(head, rows);
  return asParquet(columns, rows, { berth: JSON.stringify(head) });
}

async function* asJson(head: object, rows: Pick<KeptRows, 'chunks'>): AsyncIterable<string> {
  const begun = JSON.stringify(head).slice(0, -1);
  yield `${begun}${begun === '{' ? '' : ','}"items":[`;
  let separator = '';
  for await (const lines of linesOf([rows])) {
    yield separator + lines.trimEnd().replaceAll('\n', ',');
    separator = ',';
  }
  yield ']}';
}

/** What a file of a result is called: `weekly-2026-11-30T060000Z.csv`. */
export function fileName(schedule: string, dueAt: Date, format: Format): string {
  return `${schedule}-${dueAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.${format}`;
}
