import type { Statement, Transaction } from '#database';
import type { PodDisruptionBudget } from '#kubernetes';
import { ReadAhead, type StoredObject } from '#rows';
import { CONTROLLERS, type BudgetPod } from './budget-pod.js';
import type { BudgetBook, NamedController, NamedPod, Replicas } from './budget-book.js';
import type { StoredBudget } from './live-budget.js';

/** Pods are read in batches of this many. */
const BATCH = 2_000;

/** The budgets of the namespaces, or of the whole cluster, in the order of their creation. */
export async function findBudgets(
  tx: Transaction,
  clusterId: string,
  namespaces?: readonly string[],
): Promise<StoredBudget[]> {
  if (namespaces?.length === 0) return [];
  const ahead = namespaces && ReadAhead.of(tx)?.list('PodDisruptionBudget', namespaces);
  if (ahead !== undefined) return ahead.map(budgetOf).sort(byCreation);
  const rows = await tx.query<{ manifest: PodDisruptionBudget; created_position: string }>(
    namespaces === undefined ? budgetsWhere('') : BUDGETS_OF_NAMESPACES,
    namespaces === undefined ? [clusterId] : [clusterId, namespaces],
  );
  return rows.map(({ manifest, created_position }) => ({
    object: manifest,
    createdPosition: BigInt(created_position),
  }));
}

function budgetOf({ object, createdPosition }: StoredObject): StoredBudget {
  return { object: object as unknown as PodDisruptionBudget, createdPosition };
}

function byCreation(a: StoredBudget, b: StoredBudget): number {
  return Number(a.createdPosition - b.createdPosition);
}

function budgetsWhere(condition: string): string {
  return `SELECT manifest, created_position FROM objects
    WHERE cluster_id = $1 AND kind = 'PodDisruptionBudget' ${condition} ORDER BY created_position`;
}

/** What every write of a pod reads. */
const BUDGETS_OF_NAMESPACES: Statement = {
  name: 'budgets_of_namespaces',
  text: budgetsWhere('AND namespace = ANY($2::text[])'),
};

const CONTROLLER = `SELECT kind, namespace, name, uid, coalesce((manifest #>> '{spec,replicas}')::int, 1) AS replicas
  FROM objects WHERE cluster_id = $1`;

type ControllerRow = NamedController & Replicas & Record<string, unknown>;

const POD = `SELECT namespace, name, (manifest #> '{metadata,labels}')::text AS labels,
    node_name IS NOT NULL AND phase NOT IN ('Succeeded', 'Failed') AS running,
    phase, manifest #>> '{metadata,deletionTimestamp}' IS NOT NULL AS terminating,
    jsonb_path_query_first(manifest, '$.status.conditions[*] ? (@.type == "Ready").status') #>> '{}' AS ready,
    jsonb_path_query_first(manifest, '$.metadata.ownerReferences[*] ? (@.controller == true).uid') #>>
    '{}' AS controller
  FROM pods WHERE cluster_id = $1`;

/** Labels are JSON. */
type PodRow = Omit<BudgetPod, 'labels'> & { readonly labels: string | null } & Record<string, unknown>;

/** Takes all pods and controllers of namespaces into a book. */
export async function fillBook(
  tx: Transaction,
  clusterId: string,
  { book, namespaces }: { readonly book: BudgetBook; readonly namespaces: readonly string[] },
): Promise<void> {
  if (namespaces.length === 0) return;
  const controllers = await tx.query<ControllerRow>(
    `${CONTROLLER} AND kind = ANY($2::text[]) AND namespace = ANY($3::text[])`,
    [clusterId, CONTROLLERS, namespaces],
  );
  for (const row of controllers) book.setController(row, { uid: row.uid, replicas: row.replicas });
  const podOf = podReader();
  for await (const rows of tx.stream<PodRow>(
    `${POD} AND namespace = ANY($2::text[])`,
    [clusterId, namespaces],
    BATCH,
  )) {
    for (const row of rows) book.addPod(podOf(row));
  }
}

/** Brings what a book knows of these pods and controllers to what their rows say. */
export async function refillBook(
  tx: Transaction,
  clusterId: string,
  { book, touched }: { readonly book: BudgetBook; readonly touched: readonly NamedController[] },
): Promise<void> {
  const has = new Set(book.namespaces);
  const inBook = touched.filter(({ namespace }) => has.has(namespace));
  const pods = inBook.filter(({ kind }) => kind === 'Pod');
  const controllers = inBook.filter(({ kind }) => CONTROLLERS.includes(kind));
  const found = new Map((await findPods(tx, clusterId, pods)).map((pod) => [`${pod.namespace}/${pod.name}`, pod]));
  for (const named of pods) book.setPod(named, found.get(`${named.namespace}/${named.name}`));
  for (const named of controllers) book.setController(named, undefined);
  for (const row of await findControllers(tx, clusterId, controllers))
    book.setController(row, { uid: row.uid, replicas: row.replicas });
}

async function findPods(tx: Transaction, clusterId: string, named: readonly NamedPod[]): Promise<BudgetPod[]> {
  if (named.length === 0) return [];
  const rows = await tx.query<PodRow>(
    `${POD} AND (namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [clusterId, named.map(({ namespace }) => namespace), named.map(({ name }) => name)],
  );
  return rows.map(podReader());
}

/** Pods that controllers make have the same labels: they are parsed once and shared. */
function podReader(): (row: PodRow) => BudgetPod {
  const known = new Map<string, BudgetPod['labels']>();
  return ({ namespace, name, labels, running, phase, terminating, ready, controller }) => {
    const text = labels ?? '{}';
    let parsed = known.get(text);
    if (parsed === undefined) known.set(text, (parsed = JSON.parse(text) as BudgetPod['labels']));
    return { namespace, name, labels: parsed, running, phase, terminating, ready, controller };
  };
}

async function findControllers(
  tx: Transaction,
  clusterId: string,
  named: readonly NamedController[],
): Promise<ControllerRow[]> {
  if (named.length === 0) return [];
  return tx.query<ControllerRow>(
    `${CONTROLLER} AND (kind, namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[], $4::text[]))`,
    [clusterId, named.map(({ kind }) => kind), named.map(({ namespace }) => namespace), named.map(({ name }) => name)],
  );
}
