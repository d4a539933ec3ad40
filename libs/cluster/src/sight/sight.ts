import type { Access } from './access.js';

/** Which namespaces of a cluster somebody sees. What is of no namespace is seen by whoever sees the cluster. */
export type Sight =
  | { readonly kind: 'all' }
  /** No others than these. */
  | { readonly kind: 'only'; readonly namespaces: ReadonlySet<string> }
  /** All but these. */
  | { readonly kind: 'except'; readonly namespaces: ReadonlySet<string> };

const ALL: Sight = { kind: 'all' };

export function sightOf({ sight, sight_namespaces: namespaces }: Pick<Access, 'sight' | 'sight_namespaces'>): Sight {
  if (sight === 'all' || (sight === 'except' && namespaces.length === 0)) return ALL;
  return { kind: sight, namespaces: new Set(namespaces) };
}

/** Whether nothing is hidden from it. */
export function hasWholeSight(sight: Sight): boolean {
  return sight.kind === 'all';
}

/** Whether it reaches what is in a namespace; the empty one is that of what has none. */
export function sees(sight: Sight, namespace: string): boolean {
  return sight.kind === 'all' || namespace === '' || sight.namespaces.has(namespace) === (sight.kind === 'only');
}

/**
 * The same as a condition of SQL on a column that has the namespace, or nothing. Its parameter, if it has one, is
 * added to the values of the statement.
 */
export function inSight(sight: Sight, column: string, values: unknown[]): string {
  if (sight.kind === 'all') return 'TRUE';
  values.push(sight.kind === 'only' ? ['', ...sight.namespaces] : [...sight.namespaces]);
  return `${column} ${sight.kind === 'only' ? '= ANY' : '<> ALL'}($${values.length}::text[])`;
}
