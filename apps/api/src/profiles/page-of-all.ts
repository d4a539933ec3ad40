import { z } from 'zod';
import { PageTokens, parseRequest, type ListPage } from '../http/index.js';
import { profileListQuery } from './profile.schema.js';

interface PageRequest<T> {
  readonly query: unknown;
  /** All that decides what is in the list. */
  readonly list: readonly string[];
  /** Where an item stands: unique in the list. */
  readonly keyOf: (item: T) => string;
}

/** A page of a list that is short enough to be read at once. @throws RequestRefused for a query that is not one of a page. */
export function pageOfAll<T>(all: readonly T[], { query, list, keyOf }: PageRequest<T>): ListPage<T> {
  const { pageSize, pageToken } = parseRequest(profileListQuery, query);
  const tokens = new PageTokens(z.string(), list);
  const after = tokens.read(pageToken);
  const start = after === undefined ? 0 : all.findIndex((item) => keyOf(item) === after) + 1;
  const items = all.slice(start, start + pageSize);
  const last = items.at(-1);
  return tokens.page(items, last !== undefined && start + items.length < all.length ? keyOf(last) : null);
}
