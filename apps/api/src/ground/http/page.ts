import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exactnessProblems } from '#apimachinery';
import { z } from 'zod';
import { RequestRefused } from '../outcome/index.js';
import { publishedAs } from './parameters.js';

const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = 50;

/** The query parameters of every list under /v1. */
export const pageQuery = {
  pageSize: publishedAs(
    z
      .string()
      .regex(/^[0-9]{1,9}$/, 'must be a number from 1 to 500')
      .transform((text) => Math.min(Number(text), MAX_PAGE_SIZE))
      .refine((size) => size > 0, 'must be a number from 1 to 500'),
    { type: 'integer', minimum: 1, maximum: 999_999_999, default: DEFAULT_PAGE_SIZE },
  )
    .default(DEFAULT_PAGE_SIZE)
    .describe('Number of items on a page. Default: 50. Maximum: 500, also if more is requested.'),
  pageToken: z
    .string()
    .optional()
    .describe('`nextPageToken` of the previous page, which must have had the same filters.'),
};

/** The caller wants a page, where everything is on offer too. */
export function asksForPage({ query }: Pick<FastifyRequest, 'query'>): boolean {
  const { pageSize, pageToken } = query as { readonly pageSize?: unknown; readonly pageToken?: unknown };
  return pageSize !== undefined || pageToken !== undefined;
}

/** What decides of a query what is in a list: all but the page. As it was written, for times may be relative. */
export function filtersOf(query: unknown): unknown {
  return Object.entries(query as object)
    .filter(([name]) => name !== 'pageSize' && name !== 'pageToken')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextPageToken?: string;
}

/** Page tokens of one list: opaque, and good for the filters that they were made with. */
export class PageTokens<Position> {
  readonly #filters: string;

  /** `filters`: all that decides what is in the list and in which order, the path included. */
  constructor(
    private readonly position: z.ZodType<Position>,
    filters: unknown,
    private readonly refuse: () => RequestRefused = foreignToken,
  ) {
    this.#filters = createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);
  }

  page<T>(items: readonly T[], next: Position | null): ListPage<T> {
    return next === null ? { items } : { items, nextPageToken: this.write(next) };
  }

  write(next: Position): string {
    return Buffer.from(JSON.stringify([this.#filters, next])).toString('base64url');
  }

  /** Where the page starts; undefined for the first. @throws RequestRefused for a token of another list. */
  read(token: string | undefined): Position | undefined {
    if (token === undefined || token === '') return undefined;
    const parsed = z.tuple([z.literal(this.#filters), this.position]).safeParse(decoded(token));
    if (parsed.success) return parsed.data[1];
    throw this.refuse();
  }
}

/** Where formats that cannot carry a token say that there is a next page (RFC 8288). */
export function withNextLink(reply: FastifyReply, nextPageToken: string | undefined): void {
  if (nextPageToken === undefined) return;
  const [path = '', query = ''] = reply.request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('pageToken', nextPageToken);
  void reply.header('link', `<${path}?${parameters.toString()}>; rel="next"`);
}

function foreignToken(): RequestRefused {
  return RequestRefused.invalid([
    { field: 'pageToken', reason: 'FieldValueInvalid', message: 'is not a page token of this list with these filters' },
  ]);
}

function decoded(token: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    // Callers can write tokens of their own, and what is in them is asked of the database.
    return exactnessProblems(value).length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
