import type { Transaction } from '#database';

/** The tables whose rows are of a cluster each; every one has an index that begins with it. */
const OF_CLUSTERS = [
  'archives',
  'changes',
  'checkpoints',
  'clock_differences',
  'cluster_clocks',
  'cluster_heads',
  'cluster_mirrors',
  'decision_indexes',
  'decision_places',
  'decision_postings',
  'decision_segments',
  'decision_total_pods',
  'decision_totals',
  'decision_waits',
  'decisions',
  'dry_run_decisions',
  'dry_run_trace_chunks',
  'grants',
  'merkle_nodes',
  'mirror_listed',
  'mirror_observations',
  'namespace_teams',
  'namespaces',
  'node_sets',
  'nodes',
  'objects',
  'pods',
  'profiles',
  'refusals',
  'revisions',
  'run_parts',
  'runs',
  'snapshot_chunks',
  'snapshots',
  'trace_bases',
  'trace_chunks',
] as const;

/** Rows whose cluster or team is not there. */
export interface Stray {
  readonly table: string;
  /** What is not there. */
  readonly of: 'cluster' | 'team';
  readonly id: string;
}

/** All of them, one for each table and cluster or team. Reads an index entry for each that is there. */
export async function readStrays(tx: Transaction): Promise<Stray[]> {
  const strays: Stray[] = [];
  const owned = [
    ...OF_CLUSTERS.map((table) => ({ table, of: 'cluster' as const })),
    { table: 'clusters', of: 'team' as const },
    { table: 'idempotency_keys', of: 'team' as const },
  ];
  for (const { table, of } of owned) {
    const [column, owners] = of === 'cluster' ? ['cluster_id', 'clusters'] : ['team_id', 'teams'];
    const next = (after: string): string => `(SELECT ${column} FROM ${table} ${after} ORDER BY ${column} LIMIT 1)`;
    const rows = await tx.query<{ id: string }>(
      `WITH RECURSIVE ids AS (SELECT ${next('')} AS id UNION ALL
         SELECT ${next(`WHERE ${column} > ids.id`)} FROM ids WHERE ids.id IS NOT NULL)
       SELECT id FROM ids WHERE id IS NOT NULL AND NOT EXISTS (SELECT FROM ${owners} o WHERE o.id = ids.id)`,
    );
    for (const { id } of rows) strays.push({ table, of, id });
  }
  return strays;
}

/** Those of these clusters that are not there. */
export async function missingClusters(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM unnest($1::uuid[]) AS noted(id) WHERE NOT EXISTS (SELECT FROM clusters c WHERE c.id = noted.id)',
    [ids],
  );
  return rows.map(({ id }) => id);
}
