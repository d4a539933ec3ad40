import type { Transaction } from '#database';
import { allKinds, type PodDisruptionBudget } from '#kubernetes';
import { BudgetBook } from './budget-book.js';

/** Pods are read in batches of this many. */
const BATCH = 2_000;

/** The kinds whose objects say how many pods they want. */
const CONTROLLERS = allKinds().flatMap(({ kind, scalesPods }) => (scalesPods ? kind : []));

/**
 * The budgets of the namespaces, or of the whole cluster, with the pods that they select. Without a budget nothing else is read.
 */
export async function readBudgets(
  tx: Transaction,
  clusterId: string,
  namespaces?: readonly string[],
): Promise<BudgetBook> {
  if (namespaces?.length === 0) return new BudgetBook([], tx.at);
  const [where, values] = namespaces === undefined ? ['', []] : ['AND namespace = ANY($2::text[])', [namespaces]];
  const rows = await tx.query<{ manifest: PodDisruptionBudget; created_position: string }>(
    `SELECT manifest, created_position FROM objects WHERE cluster_id = $1 AND kind = 'PodDisruptionBudget' ${where} ORDER BY created_position`,
    [clusterId, ...values],
  );
  const book = new BudgetBook(
    rows.map(({ manifest, created_position }) => ({ object: manifest, createdPosition: BigInt(created_position) })),
    tx.at,
  );
  if (rows.length === 0) return book;
  await addControllers(tx, clusterId, book);
  await addPods(tx, clusterId, book);
  return book;
}

async function addControllers(tx: Transaction, clusterId: string, book: BudgetBook): Promise<void> {
  const controllers = await tx.query<{ uid: string; replicas: number }>(
    `SELECT uid, coalesce((manifest #>> '{spec,replicas}')::int, 1) AS replicas FROM objects
     WHERE cluster_id = $1 AND kind = ANY($3::text[]) AND namespace = ANY($2::text[])`,
    [clusterId, book.namespaces, CONTROLLERS],
  );
  for (const { uid, replicas } of controllers) book.addController(uid, replicas);
}

interface PodRow {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>> | null;
  readonly running: boolean;
  readonly terminating: boolean;
  readonly ready: string | null;
  readonly controller: string | null;
}

const SELECT_PODS = `SELECT namespace, name, manifest #> '{metadata,labels}' AS labels,
    node_name IS NOT NULL AND phase NOT IN ('Succeeded', 'Failed') AS running,
    manifest #>> '{metadata,deletionTimestamp}' IS NOT NULL AS terminating,
    jsonb_path_query_first(manifest, '$.status.conditions[*] ? (@.type == "Ready").status') #>> '{}' AS ready,
    jsonb_path_query_first(manifest, '$.metadata.ownerReferences[*] ? (@.controller == true).uid') #>> '{}' AS controller
  FROM pods WHERE cluster_id = $1 AND namespace = ANY($2::text[])`;

async function addPods(tx: Transaction, clusterId: string, book: BudgetBook): Promise<void> {
  for await (const rows of tx.stream<PodRow>(SELECT_PODS, [clusterId, book.namespaces], BATCH)) {
    for (const row of rows) book.addPod({ ...row, labels: row.labels ?? {} });
  }
}
