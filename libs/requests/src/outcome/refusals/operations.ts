import { optional, refusal, text } from './definition.js';
import { quoted } from './words.js';

const operation = text('Its id.');

/** What asking for operations may meet, and what they may come to beside their result. */
export const OPERATIONS = {
  OperationNotFound: refusal({
    code: 'OPERATION_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such operation',
    description: 'There is no such operation, or it has expired.',
    fields: { operation },
    detail: (values) => `operation ${quoted(values.operation)} not found`,
    input: ['operationId'],
  }),
  OperationEnded: refusal({
    code: 'OPERATION_ENDED',
    category: 'conflict',
    title: 'The operation has ended',
    description: 'The operation has ended and cannot be cancelled.',
    fields: { operation, state: text('The final state.') },
    detail: (values) => `operation ${values.operation} has ended: it ${values.state}`,
  }),
  OperationUnderWay: refusal({
    code: 'OPERATION_UNDER_WAY',
    category: 'conflict',
    title: 'Such an operation is under way',
    description: 'Another operation of this kind is under way in the cluster: wait for its end, or cancel it.',
    fields: { operation: text('The id of the other operation.') },
    detail: ({ operation: id }) =>
      `operation ${id} of this kind is under way in the cluster: wait for its end, or cancel it`,
  }),
  OperationCancelled: refusal({
    code: 'OPERATION_CANCELLED',
    category: 'conflict',
    title: 'The operation was cancelled',
    description: 'The operation was cancelled before it ended.',
    fields: {
      operation,
      by: optional(text('The caller who cancelled it; null if the client of the synchronous request disconnected.')),
    },
    detail: ({ operation: id, by }) =>
      `operation ${id} was cancelled: ${by === undefined ? 'the client disconnected' : `by ${by}`}`,
  }),
  OperationCallerRefused: refusal({
    code: 'OPERATION_CALLER_REFUSED',
    category: 'forbidden',
    title: 'The caller may not do it any more',
    description: 'The key that started the operation was revoked or has expired, or holds no role any more.',
    fields: { operation, caller: text('The caller who started it.'), reason: text('The reason.') },
    detail: ({ operation: id, caller, reason }) => `operation ${id} was not done on behalf of ${caller}: ${reason}`,
  }),
  /** Of operations that ended before jobs survived their processes, which are kept for a day. */
  OperationInterrupted: refusal({
    code: 'OPERATION_INTERRUPTED',
    category: 'unavailable',
    title: 'The operation was interrupted',
    description: 'Only of operations of earlier versions: the process that ran the operation ended.',
    fields: { operation },
    detail: (values) =>
      `operation ${values.operation} was interrupted: the process that ran it ended; send the request again`,
  }),
  ExportTooLarge: refusal({
    code: 'EXPORT_TOO_LARGE',
    category: 'invalid',
    title: 'The export is too large for a file',
    description: 'The export exceeds the maximum size of an export file. Streamed exports have no limit.',
    fields: { mostBytes: text('Maximum size of a compressed file, in bytes.') },
    detail: ({ mostBytes }) =>
      `the compressed export exceeds ${mostBytes} bytes: export a part of it, or use a streamed export`,
  }),
  /** It is of another kind, has not succeeded, or its file has been removed. */
  OperationFileNotFound: refusal({
    code: 'OPERATION_FILE_NOT_FOUND',
    category: 'notFound',
    title: 'The operation has no file',
    description: 'The operation is not a successful export, or its file is not stored any more.',
    fields: { operation, reason: text('The reason.') },
    detail: (values) => `operation ${values.operation} has no file: ${values.reason}`,
  }),
};
