import type { ProfileVersion } from '#cluster';
import { z } from 'zod';
import { PageTokens, parseRequest, type ListPage } from '../http/index.js';
import { pageBehind, type ProfileOrder } from './profile-list.js';
import { profileListQuery } from './profile.schema.js';

interface PageRequest {
  readonly query: unknown;
  /** All that decides what is in the list. */
  readonly list: readonly string[];
  readonly order: ProfileOrder;
}

/** A page of a list as REST gives it. @throws RequestRefused for a query that is not one of a page. */
export function profilesPage<T extends ProfileVersion>(all: readonly T[], { query, list, order }: PageRequest): ListPage<T> {
  const { pageSize, pageToken } = parseRequest(profileListQuery, query);
  const tokens = new PageTokens(z.string(), list);
  const { items, more } = pageBehind(all, order, { after: tokens.read(pageToken), size: pageSize });
  const last = items.at(-1);
  return tokens.page(items, more && last !== undefined ? order.keyOf(last) : null);
}
