import type { Type } from '@nestjs/common';
import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { PageRequest } from './page.args.js';

/** Whether there is more of a list before or after a page. */
@ObjectType({ description: 'Where a page of a connection stands.' })
export class PageInfo {
  @Field({ description: 'Whether more follow after this page.' })
  readonly hasNextPage!: boolean;

  @Field({ description: 'Whether there are some before this page.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the first edge, for `before`; null on an empty page.',
  })
  readonly startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last edge, for `after`; null on an empty page.' })
  readonly endCursor!: string | null;
}

/** One object of a page, and the cursor behind it. */
export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** A page of a list, as Relay's specification of connections has it. */
export interface Connection<T> {
  readonly edges: readonly Edge<T>[];
  readonly pageInfo: PageInfo;
  /** Connections that cannot count cheaply do not have the field. */
  readonly totalCount?: number | Promise<number> | undefined;
}

/** How a connection type is called, and whether it counts. */
export interface ConnectionNames {
  /** `Pod` makes `PodConnection` and `PodEdge`. */
  readonly name: string;
  /** What one edge leads to, for the descriptions: `a pod`. */
  readonly what: string;
  readonly counted: boolean;
}

/** Makes the connection and edge types over a node type. */
export function connectionOf<T extends object>(
  nodeType: Type<T> | (abstract new (...args: never[]) => T),
  { name, what, counted }: ConnectionNames,
): abstract new () => Connection<T> {
  @ObjectType(`${name}Edge`, { description: `One place in a ${name}Connection.` })
  abstract class EdgeType {
    @Field({ description: 'Where this edge stands, for `after` and `before`; opaque.' })
    readonly cursor!: string;

    @Field(() => nodeType, { description: `The edge's end: ${what}.` })
    readonly node!: T;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list; each edge leads to ${what}.` })
  abstract class ConnectionType {
    @Field(() => [EdgeType], { description: 'The page, in the order of the list.' })
    readonly edges!: readonly EdgeType[];

    @Field(() => PageInfo, { description: 'Where the page stands in the list.' })
    readonly pageInfo!: PageInfo;
  }
  if (counted)
    Field(() => Int, { description: 'How many there are in all, on whatever page.' })(
      ConnectionType.prototype,
      'totalCount',
    );
  return ConnectionType;
}

/** What a connection is made of. */
export interface PageContents<Item, T> {
  readonly items: readonly Item[];
  /** Whether the list goes on after the page. */
  readonly more: boolean;
  /** Whether there is something of the list before the page. */
  readonly continued: boolean;
  readonly cursor: (item: Item, index: number) => string;
  /** Where the page ended, when that is not its last item. */
  readonly end?: string;
  readonly node: (item: Item) => T;
  readonly totalCount?: number | (() => Promise<number>);
}

/** What lies on either side of a page: more of its window, or what its cursors leave out. */
export function sidesOf(
  { fromEnd, after, before }: PageRequest<unknown>,
  more: boolean,
): Pick<PageContents<unknown, unknown>, 'more' | 'continued'> {
  return { more: (!fromEnd && more) || before !== undefined, continued: (fromEnd && more) || after !== undefined };
}

/** A page as a connection. */
export function connection<Item, T>({
  items,
  more,
  continued,
  cursor,
  end,
  node,
  totalCount,
}: PageContents<Item, T>): Connection<T> {
  const edges = items.map((item, index) => ({ cursor: cursor(item, index), node: node(item) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: more,
      hasPreviousPage: continued,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: end ?? edges.at(-1)?.cursor ?? null,
    },
    // Read, and so counted, only when the query asks for it.
    get totalCount() {
      return typeof totalCount === 'function' ? totalCount() : totalCount;
    },
  };
}
