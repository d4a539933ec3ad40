import type { AccessList, AccessPage } from '#access';
import {
  connection,
  pageSize,
  readCursor,
  writeCursor,
  type Connection,
  type CursorPart,
  type PageArgs,
} from '../../ground/graphql/index.js';

/** A list, by its name: `read` gets where the page begins, `show` makes its items, whose places are such parts. */
export interface Listed<T, Shown> {
  readonly list: string;
  readonly part: CursorPart;
  readonly placeOf: (item: T) => string;
  readonly read: (page: AccessPage) => Promise<AccessList<T>>;
  readonly show: (item: T) => Shown;
}

/** The page of a list that arguments ask for. They run forward only, as over REST. */
export async function connected<T, Shown>(
  args: PageArgs,
  { list, part, placeOf, read, show }: Listed<T, Shown>,
): Promise<Connection<Shown>> {
  const [after] = readCursor(args, list, [part]) ?? [];
  const { items, next } = await read({ pageSize: pageSize(args), ...(after !== undefined && { after }) });
  return connection({
    items,
    more: next !== null,
    continued: after !== undefined,
    cursor: (item) => writeCursor(list, placeOf(item)),
    node: show,
  });
}
