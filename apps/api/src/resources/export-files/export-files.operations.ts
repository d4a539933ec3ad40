import { inNamespace, inTeam } from '../../ground/caller/index.js';
import { sendFile, UNCACHED } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { answerBegun, operationSchema } from '../operations/index.js';
import { exportBody } from './export-file.schema.js';
import { ExportOperations } from './export-operations.js';

const tag = 'operations';
const uses = { exports: ExportOperations };

export const startExport = operation({
  name: 'startExport',
  route: 'POST /v1/clusters/:cluster/exports',
  tag,
  permission: inNamespace('viewer'),
  summary: 'Export into a file',
  description:
    'Writes the objects of a cluster or its ledger into a compressed file, as an operation. ' +
    'The file can be downloaded any number of times for a day. Use it over slow or unreliable ' +
    "connections; streamed exports run at the client's speed and are not stored.",
  uses,
  body: exportBody,
  example: { what: 'ledger' },
  answer: { status: 202, description: 'The operation.', schema: operationSchema },
  problems: [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.TOO_MANY_REQUESTS],
  send: async ({ exports }, { caller, path: { cluster }, body }, { reply }) =>
    answerBegun(reply, accepted(await exports.begin(caller, cluster, body))),
});

export const downloadExport = operation({
  name: 'downloadExport',
  route: 'GET /v1/operations/:operation/file',
  tag,
  permission: inTeam('viewer'),
  summary: 'Download the file of an export',
  description: 'The compressed file, with its hash. Available for a day after the export succeeded.',
  uses,
  answer: { status: 200, description: 'The file.', types: ['application/gzip'] },
  problems: [ErrorCode.OPERATION_NOT_FOUND, ErrorCode.OPERATION_FILE_NOT_FOUND, ErrorCode.STORAGE_UNAVAILABLE],
  send: async ({ exports }, { caller, path }, { reply }) =>
    sendFile(reply.headers(UNCACHED), accepted(await exports.open(caller, path.operation))),
});
