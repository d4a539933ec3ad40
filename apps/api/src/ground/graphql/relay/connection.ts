import type { Type } from '@nestjs/common';
import { Field, Int, ObjectType } from '@nestjs/graphql';
import { z } from 'zod';
import { typeOf } from '../answer-types.js';
import type { PageRequest } from './page.args.js';

/** Whether there is more of a list before or after a page. */
@ObjectType({ description: 'The position of a page in its connection.' })
export class PageInfo {
  @Field({ description: 'Whether more items follow this page.' })
  readonly hasNextPage!: boolean;

  @Field({ description: 'Whether items precede this page.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the first edge, for `before`; null if the page is empty.',
  })
  readonly startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last edge, for `after`; null if the page is empty.',
  })
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
  nodeType: Type<T> | (abstract new (...args: never[]) => T) | z.ZodType,
  { name, what, counted }: ConnectionNames,
): abstract new () => Connection<T> {
  @ObjectType(`${name}Edge`, { description: `An edge of a ${name}Connection.` })
  abstract class EdgeType {
    @Field({ description: 'The cursor of this edge, for `after` and `before`; opaque.' })
    readonly cursor!: string;

    @Field(nodeType instanceof z.ZodType ? typeOf(nodeType) : () => nodeType, {
      description: `The item at the end of the edge: ${what}.`,
    })
    readonly node!: T;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list. Each node is ${what}.` })
  abstract class ConnectionType {
    @Field(() => [EdgeType], { description: 'The edges of the page, in the order of the list.' })
    readonly edges!: readonly EdgeType[];

    @Field(() => PageInfo, { description: 'The position of the page in the list.' })
    readonly pageInfo!: PageInfo;
  }
  if (counted)
    Field(() => Int, { description: 'Number of items on all pages.' })(ConnectionType.prototype, 'totalCount');
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
