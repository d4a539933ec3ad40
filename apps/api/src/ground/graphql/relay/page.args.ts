import { ArgsType, Field, Int } from '@nestjs/graphql';
import type { PageWindow } from '#requests';
import { isKeepable, shownValue } from '#apimachinery';
import { RequestRefused } from '../../outcome/index.js';

/** Objects on a page unless the query says otherwise, and at most. */
export const DEFAULT_FIRST = 50;
export const LARGEST_FIRST = 500;

/** A page from the beginning of a list, or from its end; in the order of the list in either case. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description:
      `Maximum number of items, from the start of the list, 1 to ${LARGEST_FIRST}. ` +
      `Default, without \`last\`: ${DEFAULT_FIRST}.`,
  })
  readonly first?: number | null | undefined;

  @Field(() => String, { nullable: true, description: 'Only items after this cursor of the same list.' })
  readonly after?: string | null | undefined;

  @Field(() => Int, {
    nullable: true,
    description: `Maximum number of items, from the end of the list, 1 to ${LARGEST_FIRST}; instead of \`first\`.`,
  })
  readonly last?: number | null | undefined;

  @Field(() => String, { nullable: true, description: 'Only items before this cursor of the same list.' })
  readonly before?: string | null | undefined;
}

/** The page that arguments ask for; places are as the list's cursors have them. */
export interface PageRequest<Place = readonly string[]> extends PageWindow<Place> {
  readonly size: number;
  readonly fromEnd: boolean;
}

/**
 * The page of a list that goes both ways.
 * @throws RequestRefused when its size is out of bounds, or a cursor is none of this list.
 */
export function pageRequest<Place = readonly string[]>(
  args: PageArgs,
  list: string,
  parts: readonly CursorPart[],
  placeOf: (position: readonly string[]) => Place = (position) => position as Place,
): PageRequest<Place> {
  const { first, last } = args;
  if (isGiven(first) && isGiven(last)) throw refused('last', 'FieldValueForbidden', 'may not be given with `first`');
  const after = readCursor(args, list, parts);
  const before = positionOf('before', args.before, list, parts);
  return {
    size: isGiven(last) ? sizeOf('last', last) : sizeOf('first', first ?? DEFAULT_FIRST),
    fromEnd: isGiven(last),
    ...(after === undefined ? {} : { after: placeOf(after) }),
    ...(before === undefined ? {} : { before: placeOf(before) }),
  };
}

/**
 * The size of a page of a list that runs forward only.
 * @throws RequestRefused when it is out of bounds, or the page is to be taken from the end.
 */
export function pageSize(args: PageArgs): number {
  for (const backward of ['last', 'before'] as const) {
    if (isGiven(args[backward]))
      throw refused(backward, 'FieldValueForbidden', 'this list runs forward only: use `first` and `after`');
  }
  return sizeOf('first', args.first ?? DEFAULT_FIRST);
}

function sizeOf(field: 'first' | 'last', size: number): number {
  if (size >= 1 && size <= LARGEST_FIRST) return size;
  throw refused(field, 'FieldValueInvalid', `Invalid value: ${size}: must be between 1 and ${LARGEST_FIRST}`);
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** A cursor of a list: opaque to clients. The list's name keeps cursors of other lists out. */
export function writeCursor(list: string, ...position: readonly string[]): string {
  return Buffer.from(JSON.stringify([list, ...position]), 'utf8').toString('base64url');
}

/** What a part of a position is: clients can write cursors of their own, and those must not reach the database. */
export type CursorPart = keyof typeof PARTS;

const PARTS = {
  text: isKeepable,
  id: (part: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part),
  count: (part: string) => /^\d{1,9}$/.test(part),
  position: (part: string) => /^\d{1,18}$/.test(part),
  integer: (part: string) => /^-?\d{1,9}$/.test(part) || Math.abs(Number(part)) <= 2 ** 31 - 1,
  number: (part: string) => part !== '' && Number.isFinite(Number(part)),
  time: (part: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(part) && !Number.isNaN(Date.parse(part)),
} as const;

/**
 * What `after` stands for; undefined at the start of the list.
 * @throws RequestRefused when it is no cursor of this list.
 */
export function readCursor(
  { after }: Pick<PageArgs, 'after'>,
  list: string,
  parts: readonly CursorPart[],
): readonly string[] | undefined {
  return positionOf('after', after, list, parts);
}

function positionOf(
  field: 'after' | 'before',
  cursor: string | null | undefined,
  list: string,
  parts: readonly CursorPart[],
): readonly string[] | undefined {
  if (!isGiven(cursor)) return undefined;
  const [name, ...position] = parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
  const isPosition = (value: readonly unknown[]): value is readonly string[] =>
    value.length === parts.length &&
    parts.every((part, index) => typeof value[index] === 'string' && PARTS[part](value[index]));
  if (name === list && isPosition(position)) return position;
  throw refused(field, 'FieldValueInvalid', `Invalid value: ${shownValue(cursor)}: not a cursor of this list`);
}

function refused(field: string, reason: 'FieldValueInvalid' | 'FieldValueForbidden', message: string): RequestRefused {
  return RequestRefused.invalid([{ field, reason, message }]);
}

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
