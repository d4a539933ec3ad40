import { edgeOf, pageOf, type PageWindow } from '#requests';
import { LEASE_IS_FREE, type Caller, type Transaction } from '#database';
import {
  OPERATION_KEPT_MS,
  type Operation,
  type OperationFailure,
  type OperationKind,
  type OperationProgress,
  type OperationState,
  type OperationWithResult,
} from './operation.js';

interface OperationRow {
  readonly id: string;
  readonly cluster_id: string | null;
  readonly kind: OperationKind;
  readonly state: OperationState;
  readonly actor: string;
  readonly request_id: string;
  readonly request: object;
  readonly done: string;
  readonly total: string;
  readonly unit: string;
  readonly message: string;
  readonly failure: OperationFailure | null;
  readonly place: number | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly expires_at: Date | null;
}

/** Ids are in the order of their making, within a process. */
const COLUMNS = `o.id, o.cluster_id, o.kind, o.state, o.actor, o.request_id, o.request, o.done, o.total, o.unit,
  o.message, o.failure, o.created_at, o.started_at, o.finished_at, o.expires_at,
  CASE WHEN o.state = 'queued' THEN (SELECT count(*)::int FROM operations q
    WHERE q.state = 'queued' AND q.owner IS NOT DISTINCT FROM o.owner
      AND (q.owner IS NOT NULL OR q.team_id = o.team_id) AND q.id <= o.id) END AS place`;

/** Those of the caller's team whose retention has not passed. */
const KEPT = 'o.team_id = $1 AND (o.expires_at IS NULL OR o.expires_at > $2)';

const UNDER_WAY = "o.state IN ('queued', 'running')";

/** An operation as it is asked for. */
export type NewOperation = Pick<Operation, 'id' | 'cluster' | 'kind' | 'request'> &
  Pick<OperationProgress, 'total' | 'unit'> & {
    /** The process in which a caller waits for it; null where it is a job. */
    readonly owner: string | null;
  };

/** What a caller may do, and how they asked: with this a job acts on their behalf later. */
export type Asker = Pick<Caller, 'roles' | 'only' | 'need' | 'client' | 'reason' | 'isHeavy'>;

/** Notes an operation: it is queued. */
export async function insertOperation(
  tx: Transaction,
  { id, cluster, kind, request, total, unit, owner }: NewOperation,
): Promise<Operation> {
  await tx.execute(
    `INSERT INTO operations (id, team_id, cluster_id, kind, state, actor, principal, request_id, request, done, total,
       unit, message, owner, heartbeat_at, created_at, awaited, asker)
     VALUES ($1, $2, $3, $4, 'queued', $5, $12, $6, $7, 0, $8, $9, '', $10, $11, $11, $10::uuid IS NOT NULL, $13)`,
    [
      id,
      tx.caller.team,
      cluster,
      kind,
      tx.caller.actor,
      tx.caller.requestId,
      JSON.stringify(request),
      total,
      unit,
      owner,
      tx.now,
      tx.caller.principal,
      JSON.stringify(askerOf(tx.caller)),
    ],
  );
  const made = await findOperation(tx, id);
  if (made === undefined) throw new Error(`operation ${id} was not written`);
  return made;
}

function askerOf({ roles, only, need, client, reason, isHeavy }: Caller): Asker {
  return { roles, client, reason, ...(only && { only }), ...(need && { need }), ...(isHeavy && { isHeavy }) };
}

/** How many operations of the caller's team wait as jobs: all of them, and those of the caller. */
export async function countQueued(tx: Transaction): Promise<{ readonly team: number; readonly caller: number }> {
  const [row] = await tx.query<{ team: number; caller: number }>(
    `SELECT count(*)::int AS team, (count(*) FILTER (WHERE principal = $2 AND actor = $3))::int AS caller
     FROM operations WHERE state = 'queued' AND owner IS NULL AND team_id = $1`,
    [tx.caller.team, tx.caller.principal, tx.caller.actor],
  );
  return row ?? { team: 0, caller: 0 };
}

/** Notes that an operation has started; false when it has ended already. */
export async function startOperation(tx: Transaction, id: string): Promise<boolean> {
  const started = await tx.execute(
    "UPDATE operations SET state = 'running', started_at = $2, heartbeat_at = $2 WHERE id = $1 AND state = 'queued'",
    [id, tx.now],
  );
  return started === 1;
}

/** How an operation ends. */
export interface OperationEnd {
  readonly state: 'succeeded' | 'failed' | 'cancelled';
  readonly result?: object;
  readonly failure?: OperationFailure;
  /** Of one that succeeded, all is done. */
  readonly message?: string;
  /** Only where this is still its last beginning. */
  readonly attempt?: number;
}

/** Ends an operation; false when it has ended already: an ended operation never changes, by any caller. */
export async function endOperation(
  tx: Transaction,
  id: string,
  { state, result, failure, message, attempt }: OperationEnd,
): Promise<boolean> {
  const ended = await tx.execute(
    `UPDATE operations o SET state = $2, result = $3, failure = $4, finished_at = $5, expires_at = $6,
       heartbeat_at = $5, done = CASE WHEN $2 = 'succeeded' THEN total ELSE done END, message = coalesce($7, message)
     WHERE o.id = $1 AND ${UNDER_WAY} AND ($8::int IS NULL OR o.attempt = $8)`,
    [
      id,
      state,
      result === undefined ? null : JSON.stringify(result),
      failure === undefined ? null : JSON.stringify(failure),
      tx.now,
      new Date(tx.now.getTime() + OPERATION_KEPT_MS),
      message ?? null,
      attempt ?? null,
    ],
  );
  return ended === 1;
}

/** How far an operation is. */
export interface NotedProgress extends Pick<OperationProgress, 'done' | 'total' | 'message'> {
  readonly id: string;
  /** Which beginning of it. */
  readonly attempt: number;
}

/** Notes how far operations are, and that their process lives; answers the ids of those that are still theirs. */
export async function noteProgress(tx: Transaction, progress: readonly NotedProgress[]): Promise<ReadonlySet<string>> {
  const column = <Name extends keyof NotedProgress>(name: Name): NotedProgress[Name][] =>
    progress.map((one) => one[name]);
  const rows = await tx.query<{ id: string }>(
    `UPDATE operations o SET done = p.done, total = p.total, message = p.message, heartbeat_at = $5
     FROM unnest($1::uuid[], $2::int8[], $3::int8[], $4::text[], $6::int[]) AS p(id, done, total, message, attempt)
     WHERE o.id = p.id AND o.attempt = p.attempt AND ${UNDER_WAY} RETURNING o.id`,
    [column('id'), column('done'), column('total'), column('message'), tx.now, column('attempt')],
  );
  return new Set(rows.map(({ id }) => id));
}

/** An operation of the caller's team that is still stored. */
export async function findOperation(tx: Transaction, id: string): Promise<Operation | undefined> {
  const [row] = await tx.query<OperationRow>(`SELECT ${COLUMNS} FROM operations o WHERE ${KEPT} AND o.id = $3`, [
    tx.caller.team,
    tx.now,
    id,
  ]);
  return row && operationOf(row);
}

/** The id of the operation of a kind that is under way in a cluster. */
export async function findUnderWay(
  tx: Transaction,
  { cluster, kind }: { readonly cluster: string; readonly kind: OperationKind },
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    `SELECT o.id FROM operations o WHERE o.cluster_id = $1 AND o.kind = $2 AND ${UNDER_WAY} ORDER BY o.id LIMIT 1`,
    [cluster, kind],
  );
  return rows[0]?.id;
}

/** An operation with what it came to, and whether the caller asked for it. */
export interface FoundOperation {
  readonly operation: OperationWithResult;
  readonly isOwn: boolean;
  /** It is about a cluster of the caller's team that was deleted. */
  readonly isRetired: boolean;
}

/** Ids of clusters that the caller sees all of, and of those that they see a part of. */
export interface SeenClusters {
  readonly whole: readonly string[];
  readonly part: readonly string[];
}

const RETIRED = `EXISTS (SELECT FROM clusters c
    WHERE c.id = o.cluster_id AND c.team_id = $1 AND c.deleted_at IS NOT NULL)`;

interface FoundRow extends OperationRow, Record<string, unknown> {
  readonly result: object | null;
  readonly is_own: boolean | null;
  readonly is_retired: boolean;
}

/** Those of the operations that are there. */
export async function findOperations(tx: Transaction, ids: readonly string[]): Promise<readonly FoundOperation[]> {
  const rows = await tx.query<FoundRow>(
    `SELECT ${COLUMNS}, o.result, o.principal = $4 AS is_own, ${RETIRED} AS is_retired FROM operations o
     WHERE ${KEPT} AND o.id = ANY($3::uuid[])`,
    [tx.caller.team, tx.now, ids, tx.caller.principal],
  );
  return rows.map((row) => ({
    operation: { ...operationOf(row), result: row.result },
    isOwn: row.is_own === true,
    isRetired: row.is_retired,
  }));
}

/** Which operations; all that is given must hold. */
export interface OperationFilter {
  /** Id of the cluster that they are about. */
  readonly cluster?: string;
  readonly kind?: OperationKind;
  readonly state?: OperationState;
  /** As `seenOperations` has it. */
  readonly seen: SeenClusters;
}

/** One page of operations, newest first. */
export interface OperationPage {
  readonly items: readonly Operation[];
  /** Where the list goes on; null at its end. */
  readonly next: string | null;
}

/** A page, newest first; places are ids. */
export async function listOperations(
  tx: Transaction,
  { cluster, kind, state, seen: { whole, part } }: OperationFilter,
  { pageSize: size, ...window }: PageWindow<string> & { readonly pageSize: number },
): Promise<OperationPage> {
  const { after = null, before = null, fromEnd = false } = window;
  const rows = await tx.query<OperationRow>(
    `SELECT ${COLUMNS} FROM operations o WHERE ${KEPT} AND ($3::uuid IS NULL OR o.cluster_id = $3)
       AND ($4::text IS NULL OR o.kind = $4) AND ($5::text IS NULL OR o.state = $5)
       AND ($6::uuid IS NULL OR o.id < $6) AND ($7::uuid IS NULL OR o.id > $7)
       AND (o.cluster_id = ANY($10::uuid[]) OR (o.cluster_id IS NULL AND (o.principal = $9 OR $11))
         OR (o.principal = $9 AND (${RETIRED}
           OR (o.cluster_id = ANY($12::uuid[]) AND (o.kind = 'export' OR o.state <> 'succeeded')))))
     ORDER BY o.id ${fromEnd ? 'ASC' : 'DESC'} LIMIT $8`,
    [
      tx.caller.team,
      tx.now,
      cluster ?? null,
      kind ?? null,
      state ?? null,
      after,
      before,
      size + 1,
      tx.caller.principal,
      whole,
      tx.caller.only === undefined,
      part,
    ],
  );
  const page = pageOf(rows.map(operationOf), { size, fromEnd });
  return { items: page.items, next: edgeOf(page, { fromEnd })?.id ?? null };
}

/** Those of the ids that operations have, of every team, that are still stored. */
export async function keptOperations(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM operations o WHERE o.id = ANY($1::uuid[]) AND (o.expires_at IS NULL OR o.expires_at > $2)',
    [ids, tx.now],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those of the ids that operations have, of every team, that have not ended. */
export async function pendingOperations(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM operations o WHERE o.id = ANY($1::uuid[]) AND o.state IN ('queued', 'running')",
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** How many operations there are of a kind and state, of all teams. */
export interface OperationCount {
  readonly kind: OperationKind;
  readonly state: OperationState;
  readonly count: number;
  /** Since the oldest of them was requested. */
  readonly ageSeconds: number;
}

/** How many operations there are of each kind and state, of all teams. */
export function countOperations(tx: Transaction): Promise<OperationCount[]> {
  return tx.query<OperationCount & Record<string, unknown>>(
    `SELECT kind, state, count(*)::int AS count,
       greatest(0, extract(epoch FROM $1::timestamptz - min(created_at)))::float8 AS "ageSeconds"
     FROM operations o WHERE o.expires_at IS NULL OR o.expires_at > $1 GROUP BY kind, state`,
    [tx.now],
  );
}

/**
 * Ends operations whose callers waited for them in processes that are gone: their callers are disconnected. Answers
 * their ids. The asking process is alive, with or without its lease.
 */
export async function endDisconnected(tx: Transaction, asker: string): Promise<string[]> {
  const owners = await tx.query<{ owner: string }>(
    `SELECT DISTINCT owner FROM operations o WHERE ${UNDER_WAY} AND awaited AND owner <> $1::uuid`,
    [asker],
  );
  const ended: string[] = [];
  for (const { owner } of owners) {
    const rows = await tx.query<{ id: string }>(
      `UPDATE operations o SET state = 'cancelled', finished_at = $2, expires_at = $3,
         failure = json_build_object('refusal', json_build_object('kind', 'OperationCancelled', 'operation', o.id))
       WHERE ${UNDER_WAY} AND o.awaited AND o.owner = $1::uuid AND ${LEASE_IS_FREE} RETURNING o.id`,
      [owner, tx.now, new Date(tx.now.getTime() + OPERATION_KEPT_MS)],
    );
    ended.push(...rows.map(({ id }) => id));
  }
  return ended;
}

/** Deletes operations whose retention has passed; answers their ids. */
export async function removeExpired(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('DELETE FROM operations WHERE expires_at <= $1 RETURNING id', [tx.now]);
  return rows.map(({ id }) => id);
}

function operationOf(row: OperationRow): Operation {
  return {
    id: row.id,
    cluster: row.cluster_id,
    kind: row.kind,
    state: row.state,
    caller: row.actor,
    requestId: row.request_id,
    request: row.request,
    place: row.place,
    progress: { done: Number(row.done), total: Number(row.total), unit: row.unit, message: row.message },
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
