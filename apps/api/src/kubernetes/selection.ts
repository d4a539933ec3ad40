import type { ListPosition, ObjectSelection } from '#cluster';
import { parseFieldSelector, parseLabelSelector, type FieldProblem } from '#kubernetes';
import { z } from 'zod';
import { PageTokens, withoutUndefined } from '../ground/http/index.js';
import { RequestRefused } from '../ground/outcome/index.js';
import { listOptions, momentOfList } from './request-options.js';
import type { ResourcePath } from './resource-path.js';

/** A list as it was asked for, and how its pages go on. */
export interface ListRequest {
  readonly selection: ObjectSelection;
  /** The resourceVersion of the first page, on the pages after it. */
  readonly resourceVersion: string | undefined;
  /** The moment that the list is of; undefined for the present. */
  readonly at: string | undefined;
  readonly continueAt: (
    next: ListPosition,
    page: { readonly resourceVersion: string; readonly moment?: string },
  ) => string;
}

const position = z.object({
  rv: z.string().regex(/^[0-9]{1,19}$/),
  namespace: z.string(),
  name: z.string(),
  at: z.string().optional(),
});

/** @throws RequestRefused for selectors that cannot be read, and for tokens of another list. */
export function listRequest(path: ResourcePath, query: unknown): ListRequest {
  const options = listOptions(query);
  const { labelSelector = '', fieldSelector = '', limit, continue: token } = options;
  const at = momentOfList(options);
  const tokens = new PageTokens(
    position,
    [path.cluster, path.kind.kind, path.namespace, labelSelector, fieldSelector],
    expired,
  );
  const after = tokens.read(token);
  return {
    selection: withoutUndefined({
      ...selectors(path, options),
      limit: limit === 0 ? undefined : limit,
      after: after && { namespace: after.namespace, name: after.name },
    }),
    resourceVersion: after?.rv,
    // The pages of a list are of one moment: where the cluster has moved on, the past answers.
    at: after === undefined ? at : (after.at ?? after.rv),
    continueAt: (next, { resourceVersion: rv, moment }) =>
      tokens.write({ rv, ...next, ...(moment === undefined ? {} : { at: moment }) }),
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
  const fields = parseFieldSelector(fieldSelector, kind.kind);
  if ('requirements' in labels && 'requirements' in fields)
    return { labels: labels.requirements, fields: fields.requirements };
  const problems: FieldProblem[] = [];
  if (!('requirements' in labels))
    problems.push({
      field: 'labelSelector',
      reason: 'FieldValueInvalid',
      message: `at character ${labels.position}: ${labels.problem}`,
    });
  if (!('requirements' in fields))
    problems.push({ field: 'fieldSelector', reason: 'FieldValueInvalid', message: fields.problem });
  throw RequestRefused.invalid(problems);
}

function expired(): RequestRefused {
  const message =
    'The provided continue parameter is not one of this list with these selectors, or too old. Start ' +
    'the list again without it.';
  return RequestRefused.of({ kind: 'ContinueTokenExpired', message });
}
