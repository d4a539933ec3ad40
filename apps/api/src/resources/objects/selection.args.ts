import { ArgsType, Field } from '@nestjs/graphql';
import { orderKeyOf, type ListPosition, type ObjectList, type ObjectOrder, type ObjectSelection } from '#cluster';
import type { Manifest } from '#rows';
import { type PageWindow } from '#requests';
import { parseFieldSelector, type KindName } from '#kubernetes';
import { parseLabelSelector, shownValue, type FieldProblem } from '#apimachinery';
import {
  connection,
  type Connection,
  type CursorPart,
  PageArgs,
  pageRequest,
  sidesOf,
  writeCursor,
} from '../../ground/graphql/index.js';
import { RequestRefused } from '../../ground/outcome/index.js';

/** A page of the objects that selectors select. */
@ArgsType()
export class SelectionArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only objects that match this label selector, in kubectl's syntax: `app=web,tier in (a,b),!canary`.",
  })
  readonly labelSelector?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Only objects that match this field selector, in kubectl's syntax: `status.phase!=Running`.",
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

/** The page that the arguments ask for, by namespace and name or in another order. */
export function objectPageOf(args: PageArgs, list: string, order?: ObjectOrder): ObjectPage {
  const keyPart = order?.by === 'created' ? 'time' : order?.by === 'priority' ? 'integer' : 'text';
  const parts: CursorPart[] = order === undefined ? ['text', 'text'] : ['text', 'text', keyPart];
  const { size, ...window } = pageRequest(args, listOf(list, order), parts, ([namespace = '', name = '', key]) => ({
    namespace,
    name,
    ...(key === undefined ? {} : { key }),
  }));
  return { limit: size, ...window, ...(order === undefined ? {} : { order }) };
}

/** The cursors of one order are not those of another. */
function listOf(list: string, order: ObjectOrder | undefined): string {
  return order === undefined ? list : `${list} by ${order.by}${order.descending ? ' descending' : ''}`;
}

/** A page of a list by namespace and name, as the services take it. */
export interface ObjectPage extends PageWindow<ListPosition> {
  readonly limit: number;
  readonly fromEnd: boolean;
  readonly order?: ObjectOrder;
}

/** A page of objects as a connection. */
export function objectConnection<T>(
  {
    items,
    ...found
  }: Pick<ObjectList, 'items' | 'next'> | { readonly items: readonly Manifest[]; readonly more: boolean },
  shape: {
    readonly list: string;
    readonly page: ObjectPage;
    readonly node: (object: Manifest) => T;
    readonly totalCount?: () => Promise<number>;
  },
): Connection<T> {
  const { list, page, node, totalCount } = shape;
  const { limit: size, order, ...window } = page;
  const cursor = (object: Manifest): string => {
    const { namespace = '', name } = object.metadata;
    const key = order === undefined ? [] : [orderKeyOf(order, object)];
    return writeCursor(listOf(list, order), namespace, name, ...key);
  };
  return connection({
    items,
    ...sidesOf({ size, ...window }, 'more' in found ? found.more : found.next !== null),
    cursor,
    node,
    ...(totalCount === undefined ? {} : { totalCount }),
  });
}

function unreadable(field: string, text: string | null | undefined, problem: string): FieldProblem {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${shownValue(text)}: ${problem}` };
}
