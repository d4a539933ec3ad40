import { POSTGRES_ERROR, postgresErrorCode } from '#database';

/**
 * Another writer took the same positions first, held the head for long, as a large import does, or
 * waited for us as we for it.
 */
export function lostRace(error: unknown): boolean {
  const code = postgresErrorCode(error);
  if (code === undefined) return false;
  if (code === POSTGRES_ERROR.lockNotAvailable) return true;
  if (code === POSTGRES_ERROR.deadlockDetected || code === POSTGRES_ERROR.serializationFailure) return true;
  const { constraint, table } = error as { readonly constraint?: unknown; readonly table?: unknown };
  // A revision of a head that has moved on has no cluster.
  if (code === POSTGRES_ERROR.notNullViolation) return ofTable(table) === 'revisions';
  return code === POSTGRES_ERROR.uniqueViolation && TAKEN.has(ofTable(constraint));
}

const TAKEN: ReadonlySet<string> = new Set(['access_log_pkey', 'changes_pkey', 'revisions_pkey']);

/**
 * What partitions report of themselves, in the words of their table: revisions_p20270101_pkey is revisions_pkey there.
 */
function ofTable(name: unknown): string {
  return typeof name === 'string' ? name.replace(/_p[0-9]+(t[0-9]+)?(?=_|$)/, '') : '';
}
