import type { ListPosition, ObjectSelection } from '#cluster';
import { goSyntaxError } from '#json';
import { formOf, parseFieldSelector } from '#kubernetes';
import { parseLabelSelector } from '#apimachinery';
import { z } from 'zod';
import { PageTokens, withoutUndefined } from '../ground/http/index.js';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { readListQuery } from './list-query.js';
import type { Query } from './query-values.js';
import type { ResourcePath } from './resource-path.js';

/** A list as it was asked for, and how its pages go on. */
export interface ListRequest {
  readonly selection: ObjectSelection;
  /** The page before this one; undefined of the first page. */
  readonly before: PageBefore | undefined;
  /** The moment that the list is of; undefined for the present. */
  readonly at: string | undefined;
  /** A position that the list must not be older than. */
  readonly notOlderThan: string | undefined;
  /** The position that the list is of, where its request names one. */
  readonly exact: string | undefined;
  /** Whether its objects are counted: those of a selector are not. */
  readonly isCounted: boolean;
  readonly continueAt: (next: ListPosition, page: PageBefore) => string;
}

/** What a page hands on to the next one. */
export interface PageBefore {
  /** The version of the list, which all its pages have. */
  readonly resourceVersion: string;
  /** A moment that leads to the same state for good, where the list is of one. */
  readonly moment?: string | undefined;
  /** The objects behind the page; undefined where they are not counted. */
  readonly remaining?: number | undefined;
}

const position = z.object({
  rv: z.string().regex(/^[0-9]{1,19}$/),
  namespace: z.string(),
  name: z.string(),
  at: z.string().optional(),
  left: z.int().nonnegative().optional(),
});

/** @throws RequestRefused for selectors that cannot be read, and for tokens of another list. */
export function listRequest(path: ResourcePath, query: unknown): ListRequest {
  const options = readListQuery(query as Query);
  const { labelSelector, fieldSelector, limit, token, at, notOlderThan } = options;
  const matched = selectors(path, options);
  const tokens = new PageTokens(
    position,
    [path.cluster, path.kind.kind, path.namespace, labelSelector, fieldSelector],
    expired,
  );
  checkToken(token);
  const after = tokens.read(token);
  return {
    selection: withoutUndefined({
      ...matched,
      limit,
      after: after && { namespace: after.namespace, name: after.name },
    }),
    before: after && { resourceVersion: after.rv, moment: after.at, remaining: after.left },
    // The pages of a list are of one moment: where the cluster has moved on, the past answers.
    at: after === undefined ? at : (after.at ?? after.rv),
    notOlderThan,
    exact: options.exact,
    isCounted: labelSelector === '' && fieldSelector === '',
    continueAt: (next, { resourceVersion: rv, moment, remaining: left }) =>
      tokens.write({ rv, ...next, ...(moment !== undefined && { at: moment }), ...(left !== undefined && { left }) }),
  };
}

/** What the selectors of a query select. @throws RequestRefused for those that cannot be read */
export function selectors(
  { kind }: ResourcePath,
  {
    labelSelector = '',
    fieldSelector = '',
  }: { readonly labelSelector?: string | undefined; readonly fieldSelector?: string | undefined },
): Required<Pick<ObjectSelection, 'labels' | 'fields'>> {
  const labels = parseLabelSelector(labelSelector);
  if (!('requirements' in labels)) throw RequestRefused.with(ErrorCode.INVALID_REQUEST, labels.problem);
  const fields = parseFieldSelector(fieldSelector, kind.kind, formOf(kind));
  if (!('requirements' in fields)) throw RequestRefused.with(ErrorCode.INVALID_REQUEST, fields.problem);
  return { labels: labels.requirements, fields: fields.requirements };
}

/** @throws RequestRefused for a token that no page has handed out, in the words of the API server */
function checkToken(token: string): void {
  if (token === '') return;
  const text = Buffer.from(token, 'base64url');
  const illegal = illegalByte(token);
  const fault = illegal === undefined ? goSyntaxError(text) : `illegal base64 data at input byte ${illegal}`;
  const why = fault ?? (isTuple(text) ? undefined : 'server does not recognize this encoded version ');
  if (why !== undefined)
    throw RequestRefused.with(ErrorCode.INVALID_REQUEST, `invalid continue token: continue key is not valid: ${why}`);
}

/** The first that base64 of URLs without padding does not have there. // as encoding/base64 of Go, RawURLEncoding */
function illegalByte(token: string): number | undefined {
  const found = token.search(/[^\w-]/);
  if (found >= 0) return found;
  return token.length % 4 === 1 ? token.length - 1 : undefined;
}

function isTuple(text: Buffer): boolean {
  return Array.isArray(JSON.parse(text.toString()));
}

function expired(): RequestRefused {
  const message =
    'The provided continue parameter is not one of this list with these selectors, or too old. Start ' +
    'the list again without it.';
  return RequestRefused.of({ kind: 'ContinueTokenExpired', message });
}
