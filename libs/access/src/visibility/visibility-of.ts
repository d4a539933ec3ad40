import { ALL_IN_SIGHT, type Sight } from './visibility.js';
import type { Access } from './access.js';

/** Access to a cluster, as far as it says what is seen of it. */
export type SightColumns = Pick<Access, 'sight' | 'sight_namespaces'>;

/** What is seen of a cluster, by the access to it. */
export function sightOf({ sight, sight_namespaces: namespaces }: SightColumns): Sight {
  if (sight === 'all' || (sight === 'except' && namespaces.length === 0)) return ALL_IN_SIGHT;
  return { kind: sight, namespaces: new Set(namespaces) };
}

/** Whether nothing is hidden from it. */
export function hasWholeSight(sight: Sight): boolean {
  return sight.kind === 'all';
}
