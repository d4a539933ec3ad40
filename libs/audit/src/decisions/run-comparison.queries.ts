import { inSight, type Sight } from '#access';
import { type Transaction } from '#database';
import type { DecisionOutcome } from './decision.js';
import type { EvidenceKind } from './decision.store.js';

/** A run, and where its decisions are. */
export interface ComparedRun {
  readonly run: string;
  readonly kind: EvidenceKind;
}

/** What a run came to for a pod: the last of its attempts. */
export interface RunVerdict {
  readonly ordinal: number;
  readonly outcome: DecisionOutcome;
  readonly node: string | null;
}

/** A pod for which two runs came to something else; null where one did not decide it. */
export interface ComparedPod {
  readonly namespace: string;
  readonly name: string;
  readonly base: RunVerdict | null;
  readonly other: RunVerdict | null;
}

/** Pods of two runs. */
export interface RunComparison {
  /** The same outcome, on the same node. */
  readonly same: number;
  /** Another outcome, or another node. */
  readonly different: number;
  readonly onlyBase: number;
  readonly onlyOther: number;
}

/** Two runs of a cluster. */
export interface ComparedRuns {
  readonly clusterId: string;
  readonly base: ComparedRun;
  readonly other: ComparedRun;
  /** Of pods that a reader sees. */
  readonly sight: Sight;
}

/** A page of the pods that differ, by namespace and name. */
export interface ComparedPage {
  readonly after?: { readonly namespace: string; readonly name: string };
  readonly limit: number;
}

const TABLE = { log: 'decisions', dryRun: 'dry_run_decisions' } as const;

const IS_SAME = 'a.outcome = b.outcome AND a.node IS NOT DISTINCT FROM b.node';

/** `a`: the last attempts of the base by pod; `b`: those of the other. Parameters 1 to 3: cluster, base, other. */
function joined({ base, other, sight }: ComparedRuns, values: unknown[]): string {
  const seen = inSight(sight, 'pod_namespace', (value) => `$${values.push(value)}`).map((asked) => `AND ${asked}`);
  const last = ({ kind }: ComparedRun, parameter: string): string =>
    `(SELECT DISTINCT ON (pod_namespace COLLATE "C", pod_name COLLATE "C") pod_namespace AS namespace, pod_name AS name,
       ordinal, outcome, node_name AS node FROM ${TABLE[kind]}
     WHERE cluster_id = $1 AND run_id = ${parameter} ${seen.join('')}
     ORDER BY pod_namespace COLLATE "C", pod_name COLLATE "C", ordinal DESC)`;
  return `${last(base, '$2')} a FULL JOIN ${last(other, '$3')} b USING (namespace, name)`;
}

/** Each pod once, however often it was tried. */
export async function countRunDifferences(tx: Transaction, runs: ComparedRuns): Promise<RunComparison> {
  const values: unknown[] = [runs.clusterId, runs.base.run, runs.other.run];
  const [row] = await tx.query<Record<string, never> & RunComparison>(
    `SELECT count(*) FILTER (WHERE ${IS_SAME})::int AS same,
       count(*) FILTER (WHERE a.ordinal IS NOT NULL AND b.ordinal IS NOT NULL AND NOT (${IS_SAME}))::int AS different,
       count(*) FILTER (WHERE b.ordinal IS NULL)::int AS "onlyBase",
       count(*) FILTER (WHERE a.ordinal IS NULL)::int AS "onlyOther"
     FROM ${joined(runs, values)}`,
    values,
  );
  return row ?? { same: 0, different: 0, onlyBase: 0, onlyOther: 0 };
}

interface PairRow {
  readonly namespace: string;
  readonly name: string;
  readonly base_ordinal: number | null;
  readonly base_outcome: DecisionOutcome;
  readonly base_node: string | null;
  readonly other_ordinal: number | null;
  readonly other_outcome: DecisionOutcome;
  readonly other_node: string | null;
}

/** Those that only one run decided among them. */
export async function listRunDifferences(
  tx: Transaction,
  runs: ComparedRuns,
  { after, limit }: ComparedPage,
): Promise<ComparedPod[]> {
  const place = [after?.namespace ?? null, after?.name ?? null, limit];
  const values: unknown[] = [runs.clusterId, runs.base.run, runs.other.run, ...place];
  const rows = await tx.query<PairRow & Record<string, never>>(
    `SELECT namespace, name, a.ordinal AS base_ordinal, a.outcome AS base_outcome, a.node AS base_node,
       b.ordinal AS other_ordinal, b.outcome AS other_outcome, b.node AS other_node
     FROM ${joined(runs, values)}
     WHERE (${IS_SAME}) IS NOT TRUE
       AND ($4::text IS NULL
         OR (namespace COLLATE "C", name COLLATE "C") > ($4::text COLLATE "C", $5::text COLLATE "C"))
     ORDER BY namespace COLLATE "C", name COLLATE "C" LIMIT $6`,
    values,
  );
  return rows.map((row) => ({
    namespace: row.namespace,
    name: row.name,
    base: verdict(row.base_ordinal, row.base_outcome, row.base_node),
    other: verdict(row.other_ordinal, row.other_outcome, row.other_node),
  }));
}

function verdict(ordinal: number | null, outcome: DecisionOutcome, node: string | null): RunVerdict | null {
  return ordinal === null ? null : { ordinal, outcome, node };
}
