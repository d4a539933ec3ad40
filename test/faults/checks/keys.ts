import type pg from 'pg';
import type { Finding } from '../finding.js';
import type { Write } from '../workload/record.js';
import { describe, type AcknowledgedCheck } from './acknowledged.js';

interface KeyRow {
  readonly key: string;
  readonly outcome: { readonly id?: string } | null;
  readonly count: string;
}

/** I6: a key is kept if, and only if, what was done under it is there. */
export async function checkKeys(
  client: pg.Client,
  writes: readonly Write[],
  acknowledged: AcknowledgedCheck,
): Promise<Finding[]> {
  const { rows } = await client.query<KeyRow>(
    `SELECT key, count(*)::text, (array_agg(outcome))[1] AS outcome FROM idempotency_keys
     WHERE key = ANY ($1) GROUP BY key`,
    [writes.flatMap(({ key }) => key ?? [])],
  );
  const kept = new Map(rows.map((row) => [row.key, row]));
  const findings: Finding[] = [];
  for (const write of writes) {
    if (write.key === undefined) continue;
    const row = kept.get(write.key);
    const add = (what: string): void =>
      void findings.push({ kind: 'I6: a key and its effect disagree', what: `${describe(write)}: ${what}` });
    if (row !== undefined && row.count !== '1') add(`the key is kept ${row.count} times`);
    if (write.ending === 'acknowledged' && row === undefined) add('acknowledged, and the key is not kept');
    const hasEffect = acknowledged.revisionsOf(write).length > 0;
    if (hasEffect && row === undefined) add('there is an effect, and no key');
    // A run of no pods, and one that was cancelled after it was answered, have no revision; a cluster has none either.
    if (write.effect.kind === 'revision' && row !== undefined && !hasEffect) add('there is a key, and no effect');
  }
  return findings;
}
