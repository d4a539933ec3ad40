import { ownField } from '#json';
import type { Transaction } from '#database';
import { countEntries, type TotalsRow } from '../sums/index.js';
import { groupColumn, groupNames, groupTexts, periodOf } from './grouping.js';

/** Groups of a report, and what is counted for them. */
interface GroupPods {
  readonly clusterId: string;
  readonly groupBy: readonly string[];
  readonly groups: readonly Readonly<Partial<Record<string, string | null>>>[];
  /** What is not in the sums of the days yet. */
  readonly pending: readonly TotalsRow[];
  readonly wheres: (parameter: (value: unknown) => string) => string[];
}

interface PodsRow extends Readonly<Record<string, unknown>> {
  readonly attempts: string;
  readonly pods: Buffer | null;
}

/**
 * How many pods were tried in each of these groups, each pod once; null where it is not known of every attempt who was
 * tried: of days that were archived before that was kept.
 */
export async function readGroupPods(
  tx: Transaction,
  { clusterId, groupBy, groups, pending, wheres }: GroupPods,
): Promise<(number | null)[]> {
  if (groups.length === 0) return [];
  const keyOf = (named: Readonly<Partial<Record<string, unknown>>>): string =>
    JSON.stringify(groupBy.map((name) => ownField(named, name) ?? null));
  const found = new Map(groups.map((group) => [keyOf(group), { attempts: 0, bodies: [] as Buffer[] }]));
  const values: unknown[] = [clusterId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const names = groupNames(groupBy);
  const asked = parameter(JSON.stringify(groups.map((group) => groupBy.map((name) => ownField(group, name) ?? null))));
  const sql = `WITH counted AS (
      SELECT subject, day, key, attempts,
        ${groupBy.map((name, index) => `${groupColumn(name)} AS g${index}`).join(', ')}
      FROM decision_totals WHERE cluster_id = $1 AND ${wheres(parameter).join(' AND ')}),
    named AS (SELECT subject, day, key, attempts, ${groupTexts(groupBy).join(', ')} FROM counted)
    SELECT attempts, ${names.join(', ')}, (SELECT string_agg(p.pods, ''::bytea) FROM decision_total_pods p
      WHERE p.cluster_id = $1 AND p.subject = named.subject AND p.day = named.day AND p.key = named.key) AS pods
    FROM named WHERE EXISTS (SELECT FROM jsonb_array_elements(${asked}::jsonb) AS a(g)
      WHERE ${names.map((name, index) => `a.g ->> ${index} IS NOT DISTINCT FROM named.${name}`).join(' AND ')})`;
  for await (const rows of tx.stream<PodsRow>(sql, values, 100)) {
    for (const row of rows) {
      const group = found.get(JSON.stringify(names.map((name) => ownField(row, name) ?? null)));
      if (group === undefined) continue;
      group.attempts += Number(row.attempts);
      if (row.pods !== null) group.bodies.push(row.pods);
    }
  }
  for (const row of pending) {
    const group = found.get(keyOf({ ...row, ...periodOf(row.day) }));
    if (group === undefined) continue;
    group.attempts += row.attempts;
    group.bodies.push(Buffer.from(row.pods ?? '', 'hex'));
  }
  return [...found.values()].map(({ attempts, bodies }) => {
    const { entries, distinct } = countEntries(bodies);
    return entries === attempts ? distinct : null;
  });
}
