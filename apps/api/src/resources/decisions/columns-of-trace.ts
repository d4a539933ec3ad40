import type { TraceColumns } from '#scheduling';

/** The columns of a trace as they are served: digests as text, nodes by name where that is wanted. */
export function servedColumns<Names extends readonly string[] | undefined>(
  { nodeSet, nodeCount, ...columns }: TraceColumns,
  names: Names,
): Omit<TraceColumns, 'nodeSet' | 'nodeCount'> & {
  readonly nodeSet: { readonly digest: string; readonly count: number; readonly names: Names };
} {
  return { nodeSet: { digest: Buffer.from(nodeSet).toString('hex'), count: nodeCount, names }, ...columns };
}
