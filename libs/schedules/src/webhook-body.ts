import { contentIn, fileName, type Content } from './delivery/index.js';
import type { Result, Schedule } from './schedule.js';

/** Files are carried up to so many bytes together; what is larger is fetched. */
const MOST_CARRIED = 2 ** 20;

/** A file as a message carries it. */
interface Carried {
  readonly name: string;
  readonly encoding: 'utf8' | 'base64';
  readonly content: string;
}

/** The body of a message about a result: what it is, where it is read, and its files where they are small. */
export async function webhookBody(schedule: Schedule, result: Result, content: Content): Promise<string> {
  const files = await carriedFiles(schedule, result, content);
  const { id, dueAt, missed, byHand, digest, rowCount, conditionMet, finishedAt } = result;
  return JSON.stringify({
    type: 'schedule.result',
    timestamp: (finishedAt ?? dueAt).toISOString(),
    data: {
      schedule: { id: schedule.id, name: schedule.name },
      result: { id, dueAt, missed, byHand, digest, rowCount, conditionMet, ...content.head },
      rows: `/v1/schedule-results/${id}/rows`,
      files,
    },
  });
}

/** Null where they are too large. */
async function carriedFiles(
  { name, formats }: Schedule,
  { dueAt }: Result,
  content: Content,
): Promise<readonly Carried[] | null> {
  const files: Carried[] = [];
  let bytes = 0;
  for (const format of formats) {
    const pieces: Uint8Array[] = [];
    for await (const piece of contentIn(format, content)) {
      const some = typeof piece === 'string' ? Buffer.from(piece) : piece;
      bytes += some.length;
      if (bytes > MOST_CARRIED) return null;
      pieces.push(some);
    }
    const encoding = format === 'parquet' ? 'base64' : 'utf8';
    files.push({ name: fileName(name, dueAt, format), encoding, content: Buffer.concat(pieces).toString(encoding) });
  }
  return files;
}
