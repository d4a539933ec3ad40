import { Field, ID, InputType } from '@nestjs/graphql';
import { SignedLinks, type Caller, type LinkedFile } from '#access';
import { ok, type Outcome } from '#requests';
import { fileName, ResultService, type Format } from '#schedules';
import { inTeam } from '../../ground/caller/index.js';
import { PlainMutationInput, typeOf } from '../../ground/graphql/index.js';
import { sendFile, UNCACHED } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { overRate, RateLimits } from '../../ground/rate-limits/index.js';
import { ExportOperations } from '../export-files/index.js';
import { operationRef } from '../operations/index.js';
import { REPORT_TYPES } from '../reports/index.js';
import { resultRows, sendResult } from '../schedules/index.js';
import { exportLinkBody, linkQuery, linkSchema, resultLinkBody } from './link.schema.js';

const permission = inTeam('viewer');
const NO_FILE = [ErrorCode.OPERATION_NOT_FOUND, ErrorCode.OPERATION_FILE_NOT_FOUND];
const NO_ROWS = [ErrorCode.SCHEDULE_RESULT_NOT_FOUND, ErrorCode.SCHEDULE_RESULT_WITHOUT_ROWS];
const ABOUT =
  'A signed link that expires, for a tool without a key. It has the access of its creator, as far as they still have ' +
  'it when it is used.';

interface Link {
  readonly url: string;
  readonly expiresAt: string;
}

@InputType({ isAbstract: true })
abstract class ExportMutationInput extends PlainMutationInput {
  @Field(() => ID, { description: 'The operation of the export, by global id or plain id.' })
  readonly operationId!: string;
}

@InputType({ isAbstract: true })
abstract class ResultMutationInput extends PlainMutationInput {
  @Field(() => ID, { description: 'Id of the result.' })
  readonly resultId!: string;
}

const linked = {
  payload: { link: { type: typeOf(linkSchema), what: 'The link' } },
  changed: (link: Link) => ({ link }),
} as const;

export const linkExport = operation({
  name: 'linkExport',
  route: 'POST /v1/operations/:operation/link',
  tag: 'operations',
  permission,
  summary: 'Create a link to the file of an export',
  description: ABOUT,
  uses: { links: SignedLinks, exports: ExportOperations },
  body: exportLinkBody,
  example: { expiresIn: 3_600 },
  answer: { status: 200, description: 'The link.', schema: linkSchema },
  problems: NO_FILE,
  run: async ({ links, exports }, { caller, path: { operation: id }, body }): Promise<Outcome<Link>> => {
    const found = await exports.written(caller, id);
    if (found.refused) return found;
    return ok(await linkOf(links, caller, { kind: 'export', id: found.value.operation }, body));
  },
  headers: () => ({ 'cache-control': 'no-store' }),
}).mutation({
  input: {
    what: 'The export, and for how long.',
    about: 'A link to the file of an export.',
    type: ExportMutationInput,
  },
  path: ({ operationId }) => ({ operation: operationRef(operationId) }),
  ...linked,
});

export const linkScheduleResult = operation({
  name: 'linkScheduleResult',
  route: 'POST /v1/schedule-results/:result/link',
  tag: 'schedules',
  permission,
  summary: 'Create a link to the rows of a result',
  description: ABOUT,
  uses: { links: SignedLinks, results: ResultService },
  body: resultLinkBody,
  example: { format: 'csv' },
  answer: { status: 200, description: 'The link.', schema: linkSchema },
  problems: NO_ROWS,
  run: async ({ links, results }, { caller, path, body }): Promise<Outcome<Link>> => {
    const found = await results.readable(caller, path.result);
    if (found.refused) return found;
    return ok(await linkOf(links, caller, { kind: 'result', id: found.value.result.id, format: body.format }, body));
  },
  headers: () => ({ 'cache-control': 'no-store' }),
}).mutation({
  input: { what: 'The result, and how.', about: 'A link to the rows of a result.', type: ResultMutationInput },
  path: ({ resultId }) => ({ result: resultId }),
  ...linked,
});

export const followLink = operation({
  name: 'followLink',
  route: 'GET /v1/linked-file',
  tag: 'operations',
  permission: 'everybody',
  summary: 'Download the file of a link',
  description: 'What the link is to: the compressed file of an export, or the rows of a result. No key is needed.',
  uses: { links: SignedLinks, exports: ExportOperations, results: ResultService, rates: RateLimits },
  query: linkQuery,
  answer: { status: 200, description: 'The file.', schema: resultRows, types: ['application/gzip', ...REPORT_TYPES] },
  problems: [
    ...[ErrorCode.LINK_REFUSED, ...NO_FILE, ...NO_ROWS],
    ...[ErrorCode.STORAGE_UNAVAILABLE, ErrorCode.RATE_LIMITED],
  ],
  send: async ({ links, exports, results, rates }, { caller: follower, query }, { reply }) => {
    const { requestId, client, reason, signal } = follower;
    const about = { requestId, client, reason, ...(signal !== undefined && { signal }) };
    const { file, caller } = accepted(await links.open(query.link, about));
    const over = overRate(await rates.take(caller));
    if (over !== undefined) throw over;
    void reply.headers(UNCACHED);
    if (file.kind === 'export') return sendFile(reply, accepted(await exports.open(caller, file.id)));
    const read = accepted(await results.rows(caller, file.id));
    const format = (file.format ?? 'csv') as Format;
    const name = fileName(read.result.schedule.name, read.result.dueAt, format);
    return sendResult(reply.header('content-disposition', `attachment; filename="${name}"`), format, read);
  },
});

async function linkOf(
  links: SignedLinks,
  holder: Caller,
  file: LinkedFile,
  { expiresIn }: { readonly expiresIn: number },
): Promise<Link> {
  const expiresAt = new Date((Math.floor(Date.now() / 1_000) + expiresIn) * 1_000);
  return { url: await links.urlOf(holder, file, expiresAt), expiresAt: expiresAt.toISOString() };
}
