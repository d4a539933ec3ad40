import { z } from 'zod';
import { atQuery, parseRequest, publishedAs } from '../ground/http/index.js';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { valueOf, versionProblem, type Query } from './query-values.js';

const ALL = 'Unsupported value: supported values: "All"';
const dryRun = z.literal('All', ALL).optional();
const NO_DIFFERENCE = 'Accepted as by the Kubernetes API server; has no effect.';
export const text = z.string().optional().describe(NO_DIFFERENCE);

/**
 * What may be said to a server that keeps no managed fields, answers at once, and writes JSON one way: that is so
 * already. The parameters are those of metav1 v1.34; others are ignored, as the API server does.
 */
export const anywhere = { pretty: text, timeout: text };

const { at } = atQuery;

/** Of a write. What `fieldValidation` says is looked at where objects are read. */
export const writeQuery = z.object({
  ...anywhere,
  dryRun: dryRun.transform((value) => value === 'All').describe('`All`: validate the request and persist nothing.'),
  fieldManager: text,
  fieldValidation: text.describe('Handling of unknown fields: `Ignore`, `Warn` or `Strict`.'),
});

export const selectors = {
  labelSelector: z.string().optional().describe('A label selector, such as `app=web,tier in (a,b)`.'),
  fieldSelector: z.string().optional().describe('A field selector, such as `spec.nodeName=`.'),
};

export const listQuery = z.object({
  ...anywhere,
  ...selectors,
  limit: publishedAs(z.string().transform(Number), { type: 'integer' })
    .optional()
    .describe('Maximum number of objects on a page; 0 or less: all of them.'),
  continue: z
    .string()
    .optional()
    .describe('`metadata.continue` of the previous page, which must have had the same selectors.'),
  watch: text.describe('Watch the list: every further change of it is an event, a line of JSON.'),
  at,
  resourceVersion: z
    .string()
    .optional()
    .describe('With `resourceVersionMatch=Exact`: the position of the log that the list shows.'),
  resourceVersionMatch: z
    .enum(['Exact', 'NotOlderThan', ''], 'Unsupported value: supported values: "Exact", "NotOlderThan"')
    .optional()
    .describe('`Exact` or `NotOlderThan`.'),
  allowWatchBookmarks: text.describe('Of a watch: send bookmarks, which say where it is.'),
  sendInitialEvents: text.describe(
    'Of a watch: begin with an event for each object that is there. Requires `resourceVersionMatch=NotOlderThan`.',
  ),
  timeoutSeconds: text.describe('Of a watch: end it after so many seconds.'),
  // Of tables: a list of objects is the same with it.
  includeObject: text,
});

export const readQuery = z.object({ ...anywhere, at, resourceVersion: text, includeObject: text });

/** What a path may be asked, for a collection and for an object. */
export const anyRead = z.object({
  ...listQuery.shape,
  ...readQuery.shape,
  // A list and a watch are refused in different words, each where it is read.
  limit: text,
  resourceVersionMatch: text,
});

/** What discovery is asked: clients say how long they wait. */
export const discoveryQuery = z.object(anywhere);

/** Of a document whose URL has the hash that it had when the index was read. */
export const openApiQuery = z.object({ ...anywhere, hash: text });

/** As an API server's: `?verbose` is a word for health checks. */
export const healthQuery = z.object({ verbose: text, ...anywhere });

/**
 * The moment that one object is read at; undefined for the present.
 * @throws RequestRefused for a resourceVersion that is no number
 */
export function momentOfRead(query: unknown): string | undefined {
  versionOfRead(query);
  return parseRequest(readQuery, query, 'parameter').at;
}

/** The version that one object must not be older than, where one is named. @throws RequestRefused where it is none */
export function versionOfRead(query: unknown): string | undefined {
  const version = valueOf(query as Query, 'resourceVersion') ?? '';
  const problem = versionProblem(version);
  if (problem !== undefined) throw RequestRefused.with(ErrorCode.VERSION_UNREADABLE, `resourceVersion: ${problem}`);
  return version === '' || BigInt(version) === 0n ? undefined : version;
}
