import type { LinkHolder, SignedLinks } from '#access';
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

/** Links to files that are not carried last so long from the end of a result: longer than deliveries are tried. */
const LINKED_MS = 48 * 60 * 60 * 1_000;

/** What a message says beside its result. */
export interface WebhookMeans {
  readonly content: Content;
  readonly links: Pick<SignedLinks, 'urlOf'>;
}

/**
 * The body of a message about a result: what it is, where it is read, and its files where they are small, otherwise
 * links to them. It is the same with every attempt.
 */
export async function webhookBody(
  schedule: Schedule,
  result: Result,
  { content, links }: WebhookMeans,
): Promise<string> {
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
      links: files === null ? await linksTo(schedule, result, links) : [],
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

/** To each file, with what the owner of the schedule may read. */
async function linksTo(
  { name, team, owner, formats }: Schedule,
  { id, dueAt, finishedAt }: Result,
  links: WebhookMeans['links'],
): Promise<readonly { readonly name: string; readonly url: string; readonly expiresAt: string }[]> {
  const { actor, principal, roles } = owner;
  const holder: LinkHolder = { team, actor, principal, roles };
  const expiresAt = new Date((finishedAt ?? dueAt).getTime() + LINKED_MS);
  return Promise.all(
    formats.map(async (format) => ({
      name: fileName(name, dueAt, format),
      url: await links.urlOf(holder, { kind: 'result', id, format }, expiresAt),
      expiresAt: expiresAt.toISOString(),
    })),
  );
}
