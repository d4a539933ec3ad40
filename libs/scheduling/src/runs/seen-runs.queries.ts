import type { DecisionOutcome } from '#audit';
import { inSight, type Sight } from '#access';
import { type Transaction } from '#database';
import { NO_COUNTS, type RunCounts } from './run.js';

interface OutcomeRow extends Record<string, unknown> {
  readonly run: string;
  /** Null: pods, however often they were tried. `forbidden`: pods that were left out. */
  readonly outcome: DecisionOutcome | 'forbidden' | null;
  readonly count: number;
}

/** What runs came to for the pods that a reader sees, by run; those that met none of them are not there. */
export async function countSeen(
  tx: Transaction,
  { clusterId, sight }: { readonly clusterId: string; readonly sight: Sight },
  runs: readonly string[],
): Promise<ReadonlyMap<string, RunCounts>> {
  const values: unknown[] = [clusterId, runs];
  const seen = inSight(sight, 'pod_namespace', (value) => `$${values.push(value)}`);
  const seenForbidden = inSight(sight, 'namespace', (value) => `$${values.push(value)}`);
  const where = ['cluster_id = $1', 'run_id = ANY($2::uuid[])', ...seen].join(' AND ');
  const of = (table: string): string => `SELECT run_id, outcome, pod_uid FROM ${table} WHERE ${where}`;
  const rows = await tx.query<OutcomeRow>(
    `WITH made AS (${of('decisions')} UNION ALL ${of('dry_run_decisions')})
     SELECT run_id AS run, outcome, count(*)::int AS count FROM made GROUP BY 1, 2
     UNION ALL SELECT run_id, NULL, count(DISTINCT pod_uid)::int FROM made GROUP BY 1
     UNION ALL SELECT run_id, 'forbidden', sum(pods::int)::int
       FROM runs, jsonb_each_text(counts -> 'forbidden') AS forbidden(namespace, pods)
       WHERE ${['cluster_id = $1', 'run_id = ANY($2::uuid[])', ...seenForbidden].join(' AND ')} GROUP BY 1`,
    values,
  );
  const found = new Map<string, RunCounts>();
  for (const { run, outcome, count } of rows)
    found.set(run, { ...(found.get(run) ?? NO_COUNTS), [outcome ?? 'selected']: count });
  return found;
}

/** Those of the runs that the caller asked for themselves. */
export async function findOwnRuns(
  tx: Transaction,
  clusterId: string,
  runIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ run: string }>(
    'SELECT run_id AS run FROM runs WHERE cluster_id = $1 AND run_id = ANY($2::uuid[]) AND principal = $3',
    [clusterId, runIds, tx.caller.principal],
  );
  return new Set(rows.map(({ run }) => run));
}
