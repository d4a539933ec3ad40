import type { FastifyReply } from 'fastify';
import { withNextLink, type ListPage } from './page.js';
import { rowsAsCsv, rowsAsNdjson } from './rows-as-text.js';
import type { TableColumn } from './table-columns.js';
import { sendText } from './send-text.js';

/** What tables are served as. */
export const TABLE_TYPES = ['application/json', 'text/csv', 'application/x-ndjson'] as const;
export type TableType = (typeof TABLE_TYPES)[number];

/** Sends a page of a table; formats that have rows only say in the `Link` header that there is a next one. */
export async function sendRows<Page extends ListPage<object>>(
  reply: FastifyReply,
  type: TableType,
  page: Page,
  columns: readonly TableColumn[],
): Promise<void> {
  if (type === 'application/json') return reply.send(page);
  withNextLink(reply, page.nextPageToken);
  await sendText(reply, type, type === 'text/csv' ? rowsAsCsv(page.items, columns) : rowsAsNdjson(page.items));
}
