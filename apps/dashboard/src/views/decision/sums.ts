interface Share {
  readonly difference: number;
  readonly node: { readonly weighted: number };
  readonly against: { readonly weighted: number };
}

/** What the plugins' points add up to, for both nodes and of their differences. */
export function sumsOf(plugins: readonly Share[]): { node: number; against: number; difference: number } {
  return plugins.reduce(
    (sums, { node, against, difference }) => ({
      node: sums.node + node.weighted,
      against: sums.against + against.weighted,
      difference: sums.difference + difference,
    }),
    { node: 0, against: 0, difference: 0 },
  );
}

/** How many nodes sets of failing filters are about: each node is in one of them. */
export function nodesIn(sets: readonly { readonly nodes: number }[]): number {
  return sets.reduce((sum, { nodes }) => sum + nodes, 0);
}
