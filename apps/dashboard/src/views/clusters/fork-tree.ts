/** What a tree is made of: clusters, and of a fork the id of what it was forked from. */
export interface Forked {
  readonly id: string;
  readonly name: string;
  readonly origin: { readonly cluster: string } | null;
}

/** A cluster at its place in the tree of forks. */
export interface InTree<C> {
  readonly cluster: C;
  readonly depth: number;
}

/** Each cluster followed by its forks, by name; a fork whose origin is gone stands by itself. */
export function forkTree<C extends Forked>(clusters: readonly C[]): InTree<C>[] {
  const known = new Set(clusters.map(({ id }) => id));
  const byName = [...clusters].sort((a, b) => (a.name < b.name ? -1 : 1));
  const below = (origin: string | undefined, depth: number): InTree<C>[] =>
    byName
      .filter(
        (one) => (one.origin !== null && known.has(one.origin.cluster) ? one.origin.cluster : undefined) === origin,
      )
      .flatMap((cluster) => [{ cluster, depth }, ...below(cluster.id, depth + 1)]);
  return below(undefined, 0);
}
