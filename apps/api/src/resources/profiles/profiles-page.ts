import type { ProfileVersion } from '#scheduling';
import { z } from 'zod';
import { PageTokens, type ListPage } from '../../ground/http/index.js';
import { pageBehind, type ProfileOrder } from './profile-list.js';
import type { profileListQuery } from './profile.schema.js';

interface PageRequest {
  readonly page: z.output<typeof profileListQuery>;
  /** All that decides what is in the list. */
  readonly list: readonly string[];
  readonly order: ProfileOrder;
}

/** A page of a list as REST gives it. @throws RequestRefused for a token of another list. */
export function profilesPage<T extends ProfileVersion>(
  all: readonly T[],
  { page: { pageSize, pageToken }, list, order }: PageRequest,
): ListPage<T> {
  const tokens = new PageTokens(z.string(), list);
  const { items, more } = pageBehind(all, order, { after: tokens.read(pageToken), size: pageSize });
  const last = items.at(-1);
  return tokens.page(items, more && last !== undefined ? order.keyOf(last) : null);
}
