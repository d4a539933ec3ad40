import { ArgsType, Field, Int } from '@nestjs/graphql';
import { isKeepable, shownValue } from '#kubernetes';
import { RequestRefused } from '../../outcome/index.js';

/** Objects on a page unless the query says otherwise, and at most. */
export const DEFAULT_FIRST = 50;
export const LARGEST_FIRST = 500;

/** Forward paging. Lists run forward only: there is no `last` and no `before`. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: DEFAULT_FIRST, description: `How many at most, 1 to ${LARGEST_FIRST}.` })
  readonly first!: number;

  @Field(() => String, { nullable: true, description: 'Start after this cursor of the same list.' })
  readonly after?: string | null;
}

/** The size of the page. @throws RequestRefused when it is out of bounds. */
export function pageSize({ first }: PageArgs): number {
  if (first >= 1 && first <= LARGEST_FIRST) return first;
  const message = `Invalid value: ${first}: must be between 1 and ${LARGEST_FIRST}`;
  throw RequestRefused.invalid([{ field: 'first', reason: 'FieldValueInvalid', message }]);
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
  if (after === undefined || after === null) return undefined;
  const [name, ...position] = parsed(Buffer.from(after, 'base64url').toString('utf8'));
  const isPosition = (value: readonly unknown[]): value is readonly string[] =>
    value.length === parts.length &&
    parts.every((part, index) => typeof value[index] === 'string' && PARTS[part](value[index]));
  if (name === list && isPosition(position)) return position;
  throw RequestRefused.invalid([
    {
      field: 'after',
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${shownValue(after)}: not a cursor of this list`,
    },
  ]);
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
