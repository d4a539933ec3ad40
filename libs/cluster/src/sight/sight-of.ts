import { ALL_IN_SIGHT, type Sight } from '#database';

/** A sight as a row of clusters has it. */
export interface SightColumns {
  readonly sight: Sight['kind'];
  readonly sight_namespaces: readonly string[];
}

export function sightOf({ sight, sight_namespaces: namespaces }: SightColumns): Sight {
  const isWhole = sight === 'all' || (sight === 'except' && namespaces.length === 0);
  return isWhole ? ALL_IN_SIGHT : { kind: sight, namespaces: new Set(namespaces) };
}

/** Whether nothing of the cluster is hidden from its reader. */
export function seesWhole(row: SightColumns): boolean {
  return sightOf(row).kind === 'all';
}
