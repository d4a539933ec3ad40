import { ownField, setField } from '#json';
import { PERMISSIONS } from '../caller/index.js';
import { speaksKubernetes } from '../http/index.js';
import { ERROR_TABLE, ErrorCode } from '../outcome/index.js';
import { CODES, operationsOf, type Method, type Operation, type PathItem, type Response } from './document-types.js';

/** What is in the document once, and referred to from many operations. */
export interface SharedAnswers {
  readonly responses: Record<string, Response>;
  readonly examples: Record<string, object>;
}

export const SHARED_HEADERS = {
  ETag: { description: 'The version of the resource, for `If-None-Match`.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds after which to retry.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: {
    description:
      'For each rate limit the remaining requests of the current window, and the seconds until the next ' + 'window.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The rate limits: so many requests in so many seconds.',
    schema: { type: 'string' },
  },
  'X-Request-Id': { description: "The id of the request in the service's log.", schema: { type: 'string' } },
} as const;

/** What a caller may have already. */
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'ETags of answers that the client has; if the present one is among them, the answer is 304.',
} as const;

/** Writes out what each operation may answer beside its own: 304, and everything that it may be refused for. */
export function addAnswers(path: string, item: PathItem, shared: SharedAnswers): void {
  const isKubernetes = speaksKubernetes(path);
  for (const [method, operation] of operationsOf(item)) {
    if (method === 'get' && isTagged(operation)) addNotModified(operation);
    const all = codesOf(path, method, operation);
    for (const status of new Set(all.map((code) => ERROR_TABLE[code].status))) {
      const codes = all.filter((code) => ERROR_TABLE[code].status === status);
      const problem = isKubernetes ? kubernetesStatus(status, codes, shared) : problemOf(status, codes, shared);
      const own = operation.responses[status];
      operation.responses[status] =
        own === undefined ? problem : { ...own, content: { ...own.content, ...PROBLEM_CONTENT } };
    }
    delete operation[CODES];
  }
}

/** The one place that says which operations may be refused for what. */
function codesOf(path: string, method: Method, operation: Operation): ErrorCode[] {
  const { [CODES]: own = [], parameters = [] } = operation;
  const isWriting = method !== 'get';
  const isOfCluster = path.includes('{cluster}');
  const takes = (name: string): boolean => parameters.some((parameter) => parameter.name === name);
  const isOfPast = takes('at');
  const codes = [
    // Of any URL: parameters that there are not, and characters that none may have.
    ErrorCode.INVALID_REQUEST,
    ...(isOpen(operation) ? [] : [ErrorCode.UNAUTHENTICATED, ErrorCode.FORBIDDEN]),
    ...(isWriting ? [ErrorCode.MALFORMED_BODY] : []),
    ...(isOfCluster ? [ErrorCode.CLUSTER_NOT_FOUND] : []),
    ...own,
    ErrorCode.NOT_ACCEPTABLE,
    ...(takes('If-Match') ? [ErrorCode.PRECONDITION_FAILED] : []),
    ...(takes('Idempotency-Key') ? [ErrorCode.IDEMPOTENCY_KEY_REUSED] : []),
    ...(isOfPast ? [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED] : []),
    ...(isWriting ? [ErrorCode.REQUEST_TIMEOUT, ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.UNSUPPORTED_MEDIA_TYPE] : []),
    // Past states are heavy.
    ...(isOfPast ? [ErrorCode.TOO_MANY_REQUESTS] : []),
    ErrorCode.RATE_LIMITED,
    ErrorCode.INTERNAL,
    ErrorCode.UNAVAILABLE,
    ErrorCode.STATEMENT_TIMEOUT,
    ...(isWriting && isOfCluster ? [ErrorCode.CLUSTER_BUSY] : []),
  ];
  return [...new Set(codes)];
}

/** Whether an operation needs no authentication. */
export function isOpen({ operationId = '' }: Pick<Operation, 'operationId'>): boolean {
  return ownField(PERMISSIONS, operationId) === 'everybody';
}

const PROBLEM_CONTENT = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } as const;

/** One response a status: codes that share it are its examples. What means one code, or is of many, stands once. */
function problemOf(status: number, codes: readonly ErrorCode[], { responses, examples }: SharedAnswers): Response {
  for (const code of codes) examples[code] ??= exampleOf(code);
  const response = {
    description: codes.map((code) => ERROR_TABLE[code].title).join('; '),
    headers: headersOf(status),
    content: {
      'application/problem+json': {
        ...PROBLEM_CONTENT['application/problem+json'],
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
  return referTo(codes.join('-or-'), response, responses);
}

/** As the API server says it. */
function kubernetesStatus(status: number, codes: readonly ErrorCode[], { responses }: SharedAnswers): Response {
  const reasons = [...new Set(codes.map((code) => ERROR_TABLE[code].reason))].sort();
  const response = {
    description: `A Status with the reason ${reasons.map((reason) => `\`${reason}\``).join(' or ')}.`,
    headers: headersOf(status),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Status' } },
      // Of a group that is not served at all.
      ...(status === 404 && { 'text/plain': { schema: { type: 'string' } } }),
    },
  };
  return referTo([`Status${status}`, ...reasons].join('-'), response, responses);
}

function referTo(name: string, response: Response, responses: Record<string, Response>): Response {
  setField(responses, name, response);
  return { $ref: `#/components/responses/${name}` };
}

function headersOf(status: number): Readonly<Record<string, object>> {
  const names = [
    'X-Request-Id',
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(status === 429 ? ['RateLimit', 'RateLimit-Policy'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Streams have no tag: their content is not known when they begin. */
function isTagged({ responses }: Operation): boolean {
  return Object.keys(responses['200']?.content ?? {}).some(
    (type) => /json$|^text\/plain/.test(type) && !/x-nd/.test(type),
  );
}

function addNotModified(operation: Operation): void {
  const headers = { ETag: { $ref: '#/components/headers/ETag' } };
  const { responses } = operation;
  if (responses['200'] !== undefined) responses['200'] = { ...responses['200'], headers };
  responses['304'] = { $ref: '#/components/responses/NotModified' };
  operation.parameters = [...(operation.parameters ?? []), IF_NONE_MATCH];
}

export const NOT_MODIFIED: Response = {
  description: 'The client has the present version.',
  headers: { ETag: { $ref: '#/components/headers/ETag' } },
};

function exampleOf(code: ErrorCode): object {
  const { status, title } = ERROR_TABLE[code];
  const problem = {
    type: `/docs/errors#${code}`,
    title,
    status,
    detail: title,
    instance: '/v1/clusters/prod',
    code,
    requestId: '01999f7a-2000-7000-8000-000000000000',
  };
  return { summary: title, value: problem };
}
