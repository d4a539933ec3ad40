import type { DeleteTarget } from '#cluster';
import { isJsonObject, ownField } from '#json';
import { undecodable } from '#kubernetes-schema';
import type { DeleteOptions } from '#api-server';
import { z } from 'zod';
import { parseRequest, publishedAs, withoutUndefined } from '../ground/http/index.js';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { isSet, wholeNumber } from './query-values.js';
import { anywhere, listQuery, selectors } from './request-options.js';
import { kindFault } from './unreadable-bodies.js';

/** What a deletion may say in its query. Beside a body it says nothing, so that any value is taken there. */
const deletion = {
  ...anywhere,
  dryRun: publishedAs(z.string().or(z.array(z.string())), { type: 'string' })
    .optional()
    .describe('`All`: validate the request and persist nothing. Ignored where the request has a body.'),
  gracePeriodSeconds: z
    .string()
    .optional()
    .describe('Seconds that a pod on a node has for its end. Ignored where the request has a body.'),
  orphanDependents: z
    .string()
    .optional()
    .describe(
      'The older form of `propagationPolicy`: `true` is `Orphan`, `false` `Background`. Ignored where the request ' +
        'has a body.',
    ),
  propagationPolicy: z
    .string()
    .optional()
    .describe(
      'What becomes of the dependants of the object: `Orphan`, `Background` or `Foreground`. Ignored where the ' +
        'request has a body.',
    ),
};

export const deleteQuery = z.object(deletion);

const { limit, continue: next } = listQuery.shape;

/** Of a collection, of which a page may be selected. */
export const deleteListQuery = z.object({ ...deletion, ...selectors, limit, continue: next });

export const anyDeletion = z.object({ ...deleteListQuery.shape, ...deleteQuery.shape });

const preconditions = z.object({ uid: z.string().nullish(), resourceVersion: z.string().nullish() });

/** metav1.DeleteOptions. */
const deleteOptions = z.object({
  apiVersion: z.string().nullish(),
  kind: z.string().nullish(),
  gracePeriodSeconds: z.number().int().nullish(),
  orphanDependents: z.boolean().nullish(),
  propagationPolicy: z.string().nullish(),
  preconditions: preconditions.nullish(),
  dryRun: z.array(z.string()).nullish(),
});

/** What the query of a deletion says of it; what it selects of a collection is read as of a list. */
export function deletionQuery(query: unknown): z.output<typeof deleteQuery> {
  return parseRequest(deleteQuery, query, 'parameter');
}

/** How to delete: as the body says, where there is one; else as the query says. // as apiserver v1.34 DeleteResource */
export function deletionOptions(
  query: z.output<typeof deleteQuery>,
  body: unknown,
): Required<Pick<DeleteTarget, 'options' | 'preconditions'>> & { readonly dryRun: boolean } {
  const { preconditions: given, ...said } = isEmpty(body) ? optionsIn(query) : optionsOf(body);
  const { dryRun = [] } = said;
  return { options: { ...said, dryRun }, preconditions: given ?? {}, dryRun: dryRun.length > 0 };
}

const SCHEME = 'pkg/apis/meta/internalversion/scheme/register.go:27';

/**
 * A body that is options of a deletion, of any group, without what these have no field for. The API server calls what
 * it cannot read its own error. // as apiserver v1.34 DeleteResource
 * @throws RequestRefused
 */
export function readableOptions(body: unknown): unknown {
  if (isEmpty(body)) return body;
  const fault = kindFault(body);
  if (fault !== undefined) throw unreadable(`couldn't get version/kind; json parse error: ${fault}`);
  if (!isJsonObject(body)) return body;
  const { apiVersion = 'v1', kind = 'DeleteOptions' } = body;
  if (kind !== 'DeleteOptions' && typeof kind === 'string' && kind !== '')
    throw unreadable(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "${SCHEME}"`,
    );
  const known = Object.fromEntries(Object.keys(deleteOptions.shape).map((field) => [field, ownField(body, field)]));
  const wrong = undecodable(known, { apiVersion: 'v1', kind: 'DeleteOptions' });
  if (wrong !== undefined) throw unreadable(wrong.sentence);
  return withoutUndefined(known);
}

function unreadable(message: string): RequestRefused {
  return RequestRefused.with(ErrorCode.DELETE_OPTIONS_UNREADABLE, message);
}

type Options = DeleteOptions & Pick<DeleteTarget, 'preconditions'>;

function optionsOf(body: unknown): Options {
  const { apiVersion: _version, kind: _kind, preconditions: given, ...options } = parseRequest(deleteOptions, body);
  return { ...present(options), ...(given && { preconditions: present(given) }) };
}

/** Without what is null. */
function present<T extends object>(given: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>;
  };
}

function optionsIn({ dryRun, gracePeriodSeconds, orphanDependents, ...query }: z.output<typeof deleteQuery>): Options {
  return withoutUndefined({
    dryRun: dryRun === undefined ? undefined : [dryRun].flat(),
    gracePeriodSeconds: gracePeriodSeconds === undefined ? undefined : wholeNumber(gracePeriodSeconds),
    orphanDependents: orphanDependents === undefined ? undefined : isSet(orphanDependents),
    propagationPolicy: query.propagationPolicy,
  });
}

function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || body === '';
}
