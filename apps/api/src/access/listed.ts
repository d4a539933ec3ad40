import type { AccessList, AccessPage } from '#access';
import { z } from 'zod';
import { PageTokens, type ListPage } from '../http/index.js';

/** The page of a list that a query asks for: `read` gets where it begins, `show` makes its items. */
export async function listed<T, Shown>(
  { pageSize, pageToken }: { readonly pageSize: number; readonly pageToken?: string | undefined },
  which: unknown,
  { read, show }: { readonly read: (page: AccessPage) => Promise<AccessList<T>>; readonly show: (item: T) => Shown },
): Promise<ListPage<Shown>> {
  const tokens = new PageTokens(z.string(), which);
  const after = tokens.read(pageToken);
  const { items, next } = await read({ pageSize, ...(after !== undefined && { after }) });
  return tokens.page(items.map(show), next);
}
