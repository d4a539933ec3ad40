import { ArgsType, Field } from '@nestjs/graphql';
import type { ListPosition, Manifest, ObjectList, ObjectSelection, PageWindow } from '#cluster';
import { parseFieldSelector, parseLabelSelector, shownValue, type FieldProblem, type KindName } from '#kubernetes';
import { connection, type Connection, PageArgs, pageRequest, sidesOf, writeCursor } from '../graphql/index.js';
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
export function objectPageOf(args: PageArgs, list: string): ObjectPage {
  const { size, ...window } = pageRequest(args, list, ['text', 'text'], ([namespace = '', name = '']) => ({
    namespace,
    name,
  }));
  return { limit: size, ...window };
}

/** A page of a list by namespace and name, as the services take it. */
export interface ObjectPage extends PageWindow<ListPosition> {
  readonly limit: number;
  readonly fromEnd: boolean;
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
  const cursor = ({ metadata: { namespace = '', name } }: Manifest): string => writeCursor(list, namespace, name);
  const { limit: size, ...window } = page;
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
