import { Readable } from 'node:stream';
import { asCsv, asParquet, linesOf } from '#reports';
import type { FastifyReply } from 'fastify';
import { sendText } from '../../ground/http/index.js';
import type { AnsweredReport, ReportHead } from './answered-report.js';

export const PARQUET = 'application/vnd.apache.parquet';

/** The forms of a report. */
export const REPORT_TYPES = ['application/json', 'text/csv', 'application/x-ndjson', PARQUET] as const;

/** Headers are short: an answer over more clusters says their positions in JSON and Parquet alone. */
const MOST_NAMED = 20;

/** Sends a report in the form that its caller prefers, at the pace of its reader. */
export async function sendReport(reply: FastifyReply, type: string, answer: AnsweredReport): Promise<void> {
  const { head, columns, rows } = answer;
  void reply.headers(headersOf(head));
  if (type === 'text/csv') return sendText(reply, type, asCsv(columns, rows));
  if (type === 'application/x-ndjson') return sendText(reply, type, linesOf([rows]));
  if (type === PARQUET) {
    const { columns: _, ...metadata } = head;
    const pieces = asParquet(columns, rows, { berth: JSON.stringify(metadata) });
    await reply.type(type).send(Readable.from(pieces, { objectMode: false }));
    return;
  }
  await sendText(reply, type, asJson(answer));
}

/** What JSON says before its rows, for the forms that are rows alone. */
function headersOf({ clusters, closed, digest, rowCount, redacted }: ReportHead): Record<string, string> {
  const positions = clusters.map(({ id, after, position }) => `${id}=${after}-${position}`);
  return {
    'x-berth-digest': `sha-256=${digest}`,
    'x-berth-rows': String(rowCount),
    'x-berth-closed': String(closed),
    'x-berth-visibility': redacted ? 'part' : 'whole',
    ...(clusters.length <= MOST_NAMED && { 'x-berth-positions': positions.join(', ') }),
  };
}

async function* asJson({ head, rows }: AnsweredReport): AsyncIterable<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`;
  let separator = '';
  for await (const lines of linesOf([rows])) {
    yield separator + lines.trimEnd().replaceAll('\n', ',');
    separator = ',';
  }
  yield ']}';
}
