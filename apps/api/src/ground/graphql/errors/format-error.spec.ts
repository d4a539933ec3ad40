import { GraphQLError } from 'graphql';
import { pino } from 'pino';
import { ErrorCode, FaultReport, RequestRefused } from '../../outcome/index.js';
import { createFormatError } from './format-error.js';

const OUTAGE = new Error('connect ECONNREFUSED 10.0.0.7:5432');
const TIMEOUT = new Error('canceling statement due to statement timeout');

const CANCEL = new Error('canceling statement due to user request');
const LOCK = new Error('canceling statement due to lock timeout');
const KINDS = new Map<unknown, 'away' | 'timeout' | 'cancelled' | 'contention'>([
  [OUTAGE, 'away'],
  [TIMEOUT, 'timeout'],
  [CANCEL, 'cancelled'],
  [LOCK, 'contention'],
]);

function formatted(error: Error, code?: string): { readonly shown: object; readonly logged: readonly object[] } {
  const logged: object[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as object) });
  const format = createFormatError({
    faults: new FaultReport(logger, { reasonOf: (cause) => KINDS.get(cause), kindOf: (cause) => KINDS.get(cause) }),
    requestId: () => 'r1',
  });
  const wrapped =
    error instanceof GraphQLError
      ? error
      : new GraphQLError(error.message, { originalError: error, path: ['clusters'] });
  const extensions = { code: code ?? 'INTERNAL_SERVER_ERROR', stacktrace: ['at secret.js:1'] };
  return {
    shown: format(
      { message: wrapped.message, ...(wrapped.path === undefined ? {} : { path: wrapped.path }), extensions },
      wrapped,
    ),
    logged,
  };
}

test.each([
  [
    'a refusal',
    RequestRefused.of({ kind: 'ClusterNotFound', cluster: 'x' }),
    undefined,
    {
      message: 'cluster "x" not found',
      path: ['clusters'],
      extensions: { code: 'CLUSTER_NOT_FOUND', requestId: 'r1' },
    },
  ],
  [
    'a refusal of the door',
    RequestRefused.with(ErrorCode.NOT_ACCEPTABLE, 'no'),
    undefined,
    { message: 'no', path: ['clusters'], extensions: { code: 'NOT_ACCEPTABLE', requestId: 'r1' } },
  ],
  [
    'a refusal of a field',
    RequestRefused.invalid([{ field: 'first', reason: 'FieldValueInvalid', message: 'bad' }]),
    undefined,
    {
      message: 'the request is not valid: first: bad',
      path: ['clusters'],
      extensions: {
        code: 'INVALID_REQUEST',
        requestId: 'r1',
        errors: [{ pointer: '/first', code: 'FIELD_INVALID', detail: 'bad' }],
      },
    },
  ],
  [
    'a bad query',
    new GraphQLError('Syntax Error'),
    'GRAPHQL_PARSE_FAILED',
    { message: 'Syntax Error', extensions: { code: 'INVALID_QUERY', requestId: 'r1' } },
  ],
  [
    'a query that is nested too deeply',
    new GraphQLError('Maximum call stack size exceeded'),
    'GRAPHQL_VALIDATION_FAILED',
    {
      message: 'the query, or a value in it, is nested too deeply',
      extensions: { code: 'QUERY_TOO_COMPLEX', requestId: 'r1' },
    },
  ],
  [
    'a value that is nested too deeply',
    new GraphQLError('Variable "$input" got an invalid value: Maximum call stack size exceeded', {
      path: ['applyObject'],
    }),
    'BAD_USER_INPUT',
    {
      message: 'the query, or a value in it, is nested too deeply',
      path: ['applyObject'],
      extensions: { code: 'QUERY_TOO_COMPLEX', requestId: 'r1' },
    },
  ],
])('%s is shown as it is, and not logged', (_what, error, code, want) => {
  expect(formatted(error, code)).toEqual({ shown: want, logged: [] });
});

test.each([
  [
    'an outage',
    OUTAGE,
    {
      message: 'the database does not answer; try again later',
      path: ['clusters'],
      extensions: { code: 'UNAVAILABLE', requestId: 'r1' },
    },
  ],
  [
    'a statement that took too long',
    TIMEOUT,
    {
      message: 'a database statement timed out; request less, or try again later',
      path: ['clusters'],
      extensions: { code: 'STATEMENT_TIMEOUT', requestId: 'r1' },
    },
  ],
  [
    'a statement that was cancelled',
    CANCEL,
    {
      message: 'an administrator of the database cancelled the statement; try again later',
      path: ['clusters'],
      extensions: { code: 'UNAVAILABLE', requestId: 'r1' },
    },
  ],
  [
    'a lock that others held',
    LOCK,
    {
      message: 'other transactions of the database were in the way; try again later',
      path: ['clusters'],
      extensions: { code: 'UNAVAILABLE', requestId: 'r1' },
    },
  ],
  [
    'a bug',
    new TypeError('secret is undefined'),
    {
      message: 'an unexpected error; the log has it under request id r1',
      path: ['clusters'],
      extensions: { code: 'INTERNAL', requestId: 'r1' },
    },
  ],
])('%s is logged, and shown by its reference', (_what, error, want) => {
  const { shown, logged } = formatted(error);
  expect(shown).toEqual(want);
  expect(logged).toMatchObject([{ requestId: 'r1', path: ['clusters'], err: { message: error.message } }]);
});
