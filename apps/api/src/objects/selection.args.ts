import { ArgsType, Field } from '@nestjs/graphql';
import type { ListPosition, Manifest, ObjectList, ObjectSelection } from '#cluster';
import { parseFieldSelector, parseLabelSelector, shownValue, type FieldProblem, type KindName } from '#kubernetes';
import { connection, type Connection, PageArgs, pageSize, readCursor, writeCursor } from '../graphql/index.js';
import { RequestRefused } from '../outcome/index.js';

/** A page of the objects that selectors select. */
@ArgsType()
export class SelectionArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only objects with these labels, in kubectl's grammar: `app=web,tier in (a,b),!canary`.",
  })
  readonly labelSelector?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Only objects with these fields, in kubectl's grammar: `status.phase!=Running`.",
  })
  readonly fieldSelector?: string | null;
}

/** The same, within a namespace. */
@ArgsType()
export class NamespacedSelectionArgs extends SelectionArgs {
  @Field(() => String, { nullable: true, description: 'Only objects in this namespace.' })
  readonly namespace?: string | null;
}

/** The selectors as they are read. @throws RequestRefused when one of them cannot be. */
export function selectionOf(
  { labelSelector, fieldSelector }: SelectionArgs,
  kind: KindName,
): Pick<Required<ObjectSelection>, 'labels' | 'fields'> {
  const labels = parseLabelSelector(labelSelector ?? '');
  const fields = parseFieldSelector(fieldSelector ?? '', kind);
  const problems = [
    ...('requirements' in labels ? [] : [unreadable('labelSelector', labelSelector, labels.problem)]),
    ...('requirements' in fields ? [] : [unreadable('fieldSelector', fieldSelector, fields.problem)]),
  ];
  if (problems.length > 0) throw RequestRefused.invalid(problems);
  return {
    labels: 'requirements' in labels ? labels.requirements : [],
    fields: 'requirements' in fields ? fields.requirements : [],
  };
}

/** The page that the arguments ask for. */
export function objectPageOf(page: PageArgs, list: string): { readonly limit: number; readonly after?: ListPosition } {
  const [namespace, name] = readCursor(page, list, ['text', 'text']) ?? [];
  return {
    limit: pageSize(page),
    ...(namespace === undefined || name === undefined ? {} : { after: { namespace, name } }),
  };
}

/** A page of objects as a connection. */
export function objectConnection<T>(
  { items, next }: Pick<ObjectList, 'items' | 'next'>,
  shape: {
    readonly list: string;
    readonly page: PageArgs;
    readonly node: (object: Manifest) => T;
    readonly totalCount?: () => Promise<number>;
  },
): Connection<T> {
  const { list, page, node, totalCount } = shape;
  const cursor = ({ metadata: { namespace = '', name } }: Manifest): string => writeCursor(list, namespace, name);
  const continued = typeof page.after === 'string';
  return connection({
    items,
    more: next !== null,
    continued,
    cursor,
    node,
    ...(totalCount === undefined ? {} : { totalCount }),
  });
}

function unreadable(field: string, text: string | null | undefined, problem: string): FieldProblem {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${shownValue(text)}: ${problem}` };
}
