import { Readable } from 'node:stream';
import { contentIn, type Format, type ReadResult } from '#schedules';
import type { FastifyReply } from 'fastify';
import { sendText } from '../../ground/http/index.js';
import { PARQUET } from '../reports/index.js';

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  parquet: PARQUET,
};

/** The form of a media type. */
export function formatOf(type: string): Format {
  const [format] = Object.entries(TYPES).find(([, one]) => one === type) ?? ['json'];
  return format as Format;
}

/** Sends the rows of a result, with the same bytes as delivered files. */
export async function sendResult(
  reply: FastifyReply,
  format: Format,
  { result, columns, chunks }: ReadResult,
): Promise<void> {
  void reply.headers({
    'x-berth-digest': `sha-256=${result.digest ?? ''}`,
    'x-berth-rows': String(result.rowCount ?? 0),
  });
  const pieces = contentIn(format, { columns, head: result.head ?? {}, rows: { chunks } });
  const type = TYPES[format];
  if (format !== 'parquet') return sendText(reply, type, pieces as AsyncIterable<string>);
  await reply.type(type).send(Readable.from(pieces, { objectMode: false }));
}
