/**
 * Which namespaces of a cluster a reader sees: all, only some, or all but some. A cluster-scoped object is
 * visible to every reader of the cluster.
 */
export type Sight =
  { readonly kind: 'all' } | { readonly kind: 'only' | 'except'; readonly namespaces: ReadonlySet<string> };

/** The visibility of those who see everything, and of the service itself. */
export const ALL_IN_SIGHT: Sight = { kind: 'all' };

/** Whether a namespace is seen; the empty one, where what lives in none is, always. */
export function sees(sight: Sight, namespace: string): boolean {
  if (sight.kind === 'all' || namespace === '') return true;
  return sight.namespaces.has(namespace) === (sight.kind === 'only');
}
