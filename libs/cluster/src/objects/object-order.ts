import type { Manifest } from '#rows';

/** What nodes and pods can be listed by: their names, when they were made; pods by priority and by node too. */
export type OrderedBy = 'name' | 'created' | 'priority' | 'node';

/** An order of a list; equals are by namespace and name. Descending is all of it the other way round. */
export interface ObjectOrder {
  readonly by: OrderedBy;
  readonly descending: boolean;
}

/** What stands for an object in an order. As text: times as RFC 3339 with milliseconds, numbers in decimal. */
export function orderKeyOf({ by }: ObjectOrder, { metadata, spec }: Manifest): string {
  const { priority = 0, nodeName = '' } = (spec ?? {}) as { readonly priority?: number; readonly nodeName?: string };
  switch (by) {
    // Namespace and name follow in any case.
    case 'name':
      return '';
    case 'created':
      return new Date(metadata.creationTimestamp ?? 0).toISOString();
    case 'priority':
      return String(priority);
    case 'node':
      return nodeName;
  }
}

/** How two keys of an order stand to each other. */
export function compareOrderKeys({ by }: ObjectOrder, a: string, b: string): number {
  if (by === 'priority') return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The keys of an order as SQL: what a row has, and what a parameter is read as. */
export const ORDER_COLUMN: Readonly<Record<OrderedBy, { readonly column: string; readonly type: string }>> = {
  name: { column: "''::text", type: 'text' },
  created: { column: 'created_at', type: 'timestamptz' },
  priority: { column: 'priority', type: 'int' },
  node: { column: "coalesce(node_name, '')", type: 'text' },
};
