import { optional, refusal, text } from './definition.js';
import { quoted } from './words.js';

const operation = text('Its id.');

/** What asking for operations may meet, and what they may come to beside their result. */
export const OPERATIONS = {
  OperationNotFound: refusal({
    code: 'OPERATION_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such operation',
    description: 'There is no such operation, or it ended longer ago than operations are kept.',
    fields: { operation },
    detail: (values) => `operation ${quoted(values.operation)} not found`,
    input: ['operationId'],
  }),
  OperationEnded: refusal({
    code: 'OPERATION_ENDED',
    category: 'conflict',
    title: 'The operation has ended',
    description: 'The operation has ended: there is nothing left to cancel.',
    fields: { operation, state: text('How it ended.') },
    detail: (values) => `operation ${values.operation} has ended: it ${values.state}`,
  }),
  OperationCancelled: refusal({
    code: 'OPERATION_CANCELLED',
    category: 'conflict',
    title: 'The operation was cancelled',
    description: 'The operation was cancelled before its end.',
    fields: { operation, by: optional(text('Who cancelled it; null where whoever waited for it went away.')) },
    detail: ({ operation: id, by }) =>
      `operation ${id} was cancelled: ${by === undefined ? 'whoever waited for it went away' : `by ${by}`}`,
  }),
  OperationInterrupted: refusal({
    code: 'OPERATION_INTERRUPTED',
    category: 'unavailable',
    title: 'The operation was interrupted',
    description: 'The process that had the operation ended before it did. It may be asked for again.',
    fields: { operation },
    detail: (values) => `operation ${values.operation} was interrupted: the process that had it ended; ask again`,
  }),
  ExportTooLarge: refusal({
    code: 'EXPORT_TOO_LARGE',
    category: 'invalid',
    title: 'The export is too large for a file',
    description: 'The export is larger than files of exports may be. What is streamed has no such bound.',
    fields: { mostBytes: text('How large a file may be, compressed, in bytes.') },
    detail: ({ mostBytes }) =>
      `the export takes more than ${mostBytes} bytes, compressed: take a part of it, or have it streamed`,
  }),
  /** The server that was asked is not the one that wrote it, or it is of another kind. */
  OperationFileNotFound: refusal({
    code: 'OPERATION_FILE_NOT_FOUND',
    category: 'notFound',
    title: 'The operation has no file here',
    description: 'The operation is no export that has succeeded, or its file is not on the server that was asked.',
    fields: { operation, reason: text('Why not.') },
    detail: (values) => `operation ${values.operation} has no file: ${values.reason}`,
  }),
};
