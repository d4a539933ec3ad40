import type { AccessList, AccessPage } from '#access';
import { z } from 'zod';
import { PageTokens, type ListPage } from '../../ground/http/index.js';

/** What places in lists are: tokens can be written by callers, and what is in them is asked of the database. */
const PLACES = { text: z.string(), id: z.uuid(), position: z.string().regex(/^\d{1,18}$/) };

/** A list: what its places are, how a page of it is read from one of them on, and how its items are shown. */
interface Listed<T, Shown> {
  readonly place: keyof typeof PLACES;
  readonly read: (page: AccessPage) => Promise<AccessList<T>>;
  readonly show: (item: T) => Shown;
}

/** The page of a list that a query asks for. */
export async function listed<T, Shown>(
  { pageSize, pageToken }: { readonly pageSize: number; readonly pageToken?: string | undefined },
  which: unknown,
  { place, read, show }: Listed<T, Shown>,
): Promise<ListPage<Shown>> {
  const tokens = new PageTokens<string>(PLACES[place], which);
  const after = tokens.read(pageToken);
  const { items, next } = await read({ pageSize, ...(after !== undefined && { after }) });
  return tokens.page(items.map(show), next);
}
