/**
 * The time of a row of the log, as SQL: in a cluster with a clock that of the clock, otherwise the one at which it was
 * written.
 */
export function timeOf(hasClock: boolean, table: string): string {
  return hasClock ? `coalesce(${table}.cluster_at, ${table}.at)` : `${table}.at`;
}
