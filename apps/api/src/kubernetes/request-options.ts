import { shownValue, type FieldProblem } from '#kubernetes';
import { z } from 'zod';
import { atQuery, parseRequest, publishedAs } from '../http/index.js';
import { ErrorCode, RequestRefused } from '../outcome/index.js';

const dryRun = z.union([z.literal(''), z.literal('All', 'Unsupported value: supported values: "All"')]).optional();
const flag = z.enum(['true', 'false', '1', '0', '']).optional();
const moment = { at: atQuery.at };

/** Query parameters that are looked at; the API server ignores others too. */
export const writeQuery = z.object({
  dryRun: dryRun.transform((value) => value === 'All').describe('`All`: judge it, but keep nothing.'),
});

/** What a selection of objects is made of. */
export const selectionQuery = z.object({
  labelSelector: z.string().optional().describe('Such as `app=web,tier in (a,b)`.'),
  fieldSelector: z.string().optional().describe('Such as `spec.nodeName=`.'),
  limit: publishedAs(
    z
      .string()
      .regex(/^[0-9]{1,9}$/, 'must be a number that is not negative')
      .transform(Number),
    { type: 'integer', minimum: 0, maximum: 999_999_999 },
  )
    .optional()
    .describe('Objects on a page; 0: all of them.'),
  continue: z.string().optional().describe('`metadata.continue` of the page before, with the same selectors.'),
});

export const listQuery = selectionQuery.extend({
  watch: flag.describe('Watching is not there yet: only `false`.'),
  ...moment,
  resourceVersion: z
    .string()
    .optional()
    .describe('With `resourceVersionMatch=Exact`: the position that the list is to show.'),
  resourceVersionMatch: z
    .enum(['Exact', 'NotOlderThan', ''], 'Unsupported value: supported values: "Exact", "NotOlderThan"')
    .optional()
    .describe('`Exact` or `NotOlderThan`.'),
});

export const readQuery = z.object(moment);

const preconditions = z.object({ uid: z.string().optional(), resourceVersion: z.string().optional() });

/** metav1.DeleteOptions. Deleting is immediate here, so the policies are accepted and change nothing. */
const deleteOptions = z.object({
  apiVersion: z.string().nullish(),
  kind: z.string().nullish(),
  gracePeriodSeconds: z.number().int().nullish(),
  orphanDependents: z.boolean().nullish(),
  propagationPolicy: z.string().nullish(),
  preconditions: preconditions.nullish(),
  dryRun: z.array(z.literal('All', 'Unsupported value: supported values: "All"')).nullish(),
});

/** The moment that one object is read at; undefined for the present. */
export function momentOfRead(query: unknown): string | undefined {
  return parseRequest(readQuery, query).at;
}

/**
 * The moment of a list: Berth's `at`, or Kubernetes' own `resourceVersion` with `resourceVersionMatch=Exact`, whose
 * rules are those of the API server (ValidateListOptions v1.34). Whatever is not exact the present satisfies.
 */
export function momentOfList({
  at,
  continue: token = '',
  resourceVersion = '',
  resourceVersionMatch = '',
}: z.output<typeof listQuery>): string | undefined {
  const problems: FieldProblem[] = [];
  const forbidden = (detail: string): unknown =>
    problems.push({ field: 'resourceVersionMatch', reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` });
  if (resourceVersionMatch !== '' && token !== '') forbidden('resourceVersionMatch is forbidden for continue');
  else if (resourceVersionMatch !== '' && resourceVersion === '')
    forbidden('resourceVersionMatch is forbidden unless resourceVersion is provided');
  const isExact = resourceVersionMatch === 'Exact';
  if (isExact && resourceVersion === '0')
    forbidden('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  if (isExact && resourceVersion !== '' && !/^[0-9]+$/.test(resourceVersion))
    problems.push({
      field: 'resourceVersion',
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${shownValue(resourceVersion)}: must be a number`,
    });
  if (isExact && at !== undefined)
    problems.push({
      field: 'at',
      reason: 'FieldValueForbidden',
      message: 'Forbidden: resourceVersion names the moment already',
    });
  if (problems.length > 0) throw RequestRefused.invalid(problems);
  return isExact ? resourceVersion : at;
}

export function listOptions(query: unknown): z.output<typeof listQuery> {
  const options = parseRequest(listQuery, query);
  if (options.watch === 'true' || options.watch === '1')
    throw RequestRefused.with(ErrorCode.INVALID_REQUEST, 'watch is not supported yet: list again instead');
  return options;
}

/** From the body and the query, whose `dryRun` this is: each may ask for a dry run. */
export function deletionOptions(
  inQuery: boolean,
  body: unknown,
): { readonly dryRun: boolean; readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string } } {
  const { preconditions: given, dryRun: inBody } = parseRequest(deleteOptions, body);
  const { uid, resourceVersion } = given ?? {};
  return {
    dryRun: inQuery || (inBody ?? []).length > 0,
    preconditions: {
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
  };
}
