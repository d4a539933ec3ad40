import { quantityValue } from '../../words/index.js';
import type { NodeRow } from '../nodes/node-table.js';

/** A pod on a node, with what it requests; null of a pod that is not there any more. */
export interface Placement {
  readonly node: string | null;
  readonly podObject: { readonly requests: readonly { readonly resource: string; readonly quantity: string }[] } | null;
}

/** The nodes as they would be with these pods on them beside those that they have. */
export function placedOn(rows: readonly NodeRow[], placements: readonly Placement[]): readonly NodeRow[] {
  const byNode = new Map<string | null, Placement[]>();
  for (const placement of placements) byNode.set(placement.node, [...(byNode.get(placement.node) ?? []), placement]);
  return rows.map((row) => {
    const added = byNode.get(row.name);
    if (added === undefined) return row;
    const amounts = row.amounts.map((amount) => ({
      ...amount,
      requested: amount.requested + sumOf(added, amount.resource),
    }));
    return { ...row, pods: row.pods + added.length, amounts };
  });
}

function sumOf(placements: readonly Placement[], resource: string): number {
  return placements
    .flatMap(({ podObject }) => podObject?.requests ?? [])
    .reduce((sum, request) => sum + (request.resource === resource ? quantityValue(request.quantity) : 0), 0);
}
