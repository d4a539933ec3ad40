import { ArchiveService, RetentionService } from '#integrity';
import { OperationService } from '#operations';
import { ok } from '#requests';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { decisionSchema, tracePage, traceQuery } from '../decisions/index.js';
import { inCluster, inTeam } from '../../ground/caller/index.js';
import { connectionOf } from '../../ground/graphql/index.js';
import { sendFile, UNCACHED, withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { answerBegun, operationSchema, resultOf } from '../operations/index.js';
import { archiveTask } from './archive-work.js';
import {
  archiveBody,
  archiveListQuery,
  archivePage,
  archivePlace,
  archiveReport,
  archiveSchema,
} from './archive.schema.js';

const tag = 'archives';
const permission = inCluster('auditor');
const uses = { archives: ArchiveService };
const page = { status: 200, description: 'A page of archives.', schema: archivePage };
const file = { status: 200, description: 'The file.', types: ['application/gzip'] };
const FILE_NOT_THERE = [ErrorCode.ARCHIVE_NOT_FOUND, ErrorCode.ARCHIVE_FILE_MISSING, ErrorCode.STORAGE_UNAVAILABLE];

const ArchiveConnection = connectionOf<object>(archiveSchema, { name: 'Archive', what: 'an archive', counted: false });

export const archiveHistory = operation({
  name: 'archiveHistory',
  route: 'POST /v1/archives',
  tag,
  permission: 'service',
  summary: 'Archive history',
  description:
    'Moves whole months of the log of every cluster from the database into files, and answers when it is ' +
    'finished. A call that was interrupted is resumed by the next one.',
  uses: { retention: RetentionService },
  body: archiveBody,
  example: { before: '2026-01-01T00:00:00Z' },
  answer: { status: 200, description: 'The result of archiving.', schema: archiveReport },
  problems: [ErrorCode.ARCHIVING_UNDER_WAY, ErrorCode.HISTORY_NOT_SIGNED, ErrorCode.STORAGE_UNAVAILABLE],
  run: ({ retention }, { caller, body: { before } }) => retention.archive(caller, withoutUndefined({ before })),
});

export const startArchiving = operation({
  name: 'startArchiving',
  route: 'POST /v1/archivings',
  tag,
  permission: 'service',
  summary: 'Archive history in the background',
  description:
    'Does what `POST /v1/archives` does as an operation, which any process does and which continues after a restart; ' +
    'its `result` is the report. It waits while other archiving is under way.',
  uses: { operations: OperationService },
  body: archiveBody,
  example: { before: '2026-01-01T00:00:00Z' },
  answer: { status: 202, description: 'The operation.', schema: operationSchema },
  problems: [ErrorCode.TOO_MANY_REQUESTS],
  key: true,
  send: async ({ operations }, { caller, body: { before }, terms }, { reply }) => {
    const request = { ...(before !== undefined && { before: before.toISOString() }) };
    return answerBegun(reply, accepted(await operations.begin(caller, archiveTask(request), terms(request))));
  },
});

/** The report of archiving in the background. */
export const archiveResult = resultOf('archive', { field: 'archiving', what: 'archiving', schema: archiveReport });

export const listArchives = operation({
  name: 'listArchives',
  route: 'GET /v1/archives',
  tag,
  permission: inTeam('auditor'),
  summary: 'List the archives of all clusters',
  description: 'By cluster, the oldest revisions first.',
  uses,
  query: archiveListQuery,
  answer: page,
  pages: { place: archivePlace },
  run: ({ archives }, { caller, page: asked }) => archives.list(caller, asked),
});

export const listClusterArchives = operation({
  name: 'listClusterArchives',
  route: 'GET /v1/clusters/:cluster/archives',
  tag,
  permission,
  summary: 'List the archives of a cluster',
  description: 'The archived parts of its log, the oldest revisions first.',
  uses,
  query: archiveListQuery,
  answer: page,
  pages: { place: archivePlace },
  run: ({ archives }, { caller, path: { cluster }, page: asked }) => archives.list(caller, { cluster, ...asked }),
}).connection({
  on: () => ClusterModel,
  name: 'archives',
  row: 'Cluster.archives',
  type: () => ArchiveConnection,
  list: 'archives',
  parts: ['position'],
  placeOf: ([revision = ''], { uid }) => ({ cluster: uid, revision }),
  partsOf: ({ revisions }) => [revisions.first],
  asked: ({ uid }) => ({ cluster: uid }),
  node: (archive) => archive,
});

export const getArchive = operation({
  name: 'getArchive',
  route: 'GET /v1/clusters/:cluster/archives/:archive',
  tag,
  permission,
  summary: 'Read an archive',
  description: 'By its id, `<first revision>-<last revision>`.',
  uses,
  answer: { status: 200, description: 'The archive.', schema: archiveSchema },
  problems: [ErrorCode.ARCHIVE_NOT_FOUND],
  lasts: 'numbered',
  run: ({ archives }, { caller, path: { cluster, archive } }) => archives.get(caller, cluster, archive),
});

export const downloadArchivedLedger = operation({
  name: 'downloadArchivedLedger',
  route: 'GET /v1/clusters/:cluster/archives/:archive/ledger',
  tag,
  permission,
  summary: 'Download the ledger of an archive',
  description:
    'Compressed NDJSON in the form `berth.ledger/1`. `gunzip -c FILE | berth verify -` verifies it; only ' +
    'the public key is needed.',
  uses,
  answer: file,
  problems: FILE_NOT_THERE,
  send: async ({ archives }, { caller, path: { cluster, archive: id } }, { reply }) =>
    sendFile(reply.headers(UNCACHED), accepted(await archives.open(caller, cluster, { id, which: 'ledgerFile' }))),
});

export const downloadArchivedTraces = operation({
  name: 'downloadArchivedTraces',
  route: 'GET /v1/clusters/:cluster/archives/:archive/traces',
  tag,
  permission,
  summary: 'Download the traces of an archive',
  description:
    'Compressed NDJSON in the form `berth.traces/1`: the chunks, node sets and bases that the digests of ' +
    'the ledger refer to.',
  uses,
  answer: file,
  problems: FILE_NOT_THERE,
  send: async ({ archives }, { caller, path: { cluster, archive: id } }, { reply }) =>
    sendFile(reply.headers(UNCACHED), accepted(await archives.open(caller, cluster, { id, which: 'tracesFile' }))),
});

export const getArchivedDecision = operation({
  name: 'getArchivedDecision',
  route: 'GET /v1/clusters/:cluster/archives/:archive/decisions/:decision',
  tag,
  permission,
  summary: 'Read an archived decision',
  description: 'The decision as recorded in the ledger. The file is read up to it.',
  uses,
  answer: { status: 200, description: 'The decision.', schema: decisionSchema },
  problems: [...FILE_NOT_THERE, ErrorCode.DECISION_NOT_FOUND, ErrorCode.TOO_MANY_REQUESTS],
  lasts: 'numbered',
  run: ({ archives }, { caller, path: { cluster, archive, decision } }) =>
    archives.decision(caller, cluster, { archive, decision }),
});

export const getArchivedTrace = operation({
  name: 'getArchivedTrace',
  route: 'GET /v1/clusters/:cluster/archives/:archive/decisions/:decision/trace',
  tag,
  permission,
  summary: 'Read the trace of an archived decision',
  description: 'Every verdict and score of every node.',
  uses,
  query: traceQuery,
  answer: { status: 200, description: 'A page of the trace.', schema: tracePage },
  problems: [...FILE_NOT_THERE, ErrorCode.DECISION_NOT_FOUND, ErrorCode.TRACE_NOT_STORED, ErrorCode.TOO_MANY_REQUESTS],
  lasts: 'numbered',
  pages: { place: z.number().int().min(0) },
  run: async ({ archives }, { caller, path, query: { orderBy, ...filter }, page: asked }) => {
    const { cluster, archive, decision } = path;
    const { pageSize, after: offset = 0 } = asked;
    const request = { archive, decision, filter, orderBy, offset, pageSize };
    const found = await archives.trace(caller, cluster, request);
    if (found.refused) return found;
    const { matching: _matching, offset: _offset, nextOffset, ...shown } = found.value;
    return ok({ ...shown, next: nextOffset });
  },
});
