import { REFUSALS, type RefusalCategory, type RefusalCode } from '#requests';
import { DOOR_ERRORS, FIELD_ERRORS, type DoorCode, type ErrorKind, type FieldCode } from './door-errors.js';

/**
 * Every code that an error of any face may carry: `code` in problem details, `extensions.code` and `Refusal.code` in
 * GraphQL. Published: codes are added, never renamed.
 */
export type ErrorCode = RefusalCode | DoorCode | FieldCode;

/** The answer of HTTP to each category of refusals, and the Kubernetes reason. */
export const CATEGORIES: Readonly<Record<RefusalCategory, Omit<ErrorKind, 'title'>>> = {
  malformed: { status: 400, reason: 'BadRequest' },
  invalid: { status: 422, reason: 'Invalid' },
  unknownReference: { status: 422, reason: 'NotFound' },
  forbidden: { status: 403, reason: 'Forbidden' },
  notFound: { status: 404, reason: 'NotFound' },
  alreadyExists: { status: 409, reason: 'AlreadyExists' },
  conflict: { status: 409, reason: 'Conflict' },
  tooManyRequests: { status: 429, reason: 'TooManyRequests' },
  preconditionFailed: { status: 412, reason: 'Conflict' },
  gone: { status: 410, reason: 'Expired' },
  failed: { status: 500, reason: '' },
  unavailable: { status: 503, reason: 'ServiceUnavailable' },
};

const [REQUEST, ...OTHERS] = Object.values(REFUSALS).map(
  ({ code, category, title }) => [code, { ...CATEGORIES[category], title }] as const,
);
const { MALFORMED_BODY, ...BEHIND } = DOOR_ERRORS;

/** What each code means, in the order in which they are published: a request's form before all else. */
export const ERROR_TABLE = Object.fromEntries([
  ...(REQUEST === undefined ? [] : [REQUEST]),
  ['MALFORMED_BODY', MALFORMED_BODY],
  ...OTHERS,
  ...Object.entries(BEHIND),
  ...Object.entries(FIELD_ERRORS),
]) as Readonly<Record<ErrorCode, ErrorKind>>;

/** The codes by their own names. */
export const ErrorCode = Object.fromEntries(Object.keys(ERROR_TABLE).map((code) => [code, code])) as {
  readonly [Code in ErrorCode]: Code;
};
