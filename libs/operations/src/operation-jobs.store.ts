import { LEASE_IS_FREE, type Transaction } from '#database';
import type { OperationKind } from './operation.js';
import type { Asker } from './operation.store.js';

/** An operation that is begun as a job: what is to be done, and on whose behalf. */
export interface ClaimedOperation {
  readonly id: string;
  readonly kind: OperationKind;
  readonly cluster: string | null;
  readonly request: object;
  readonly total: number;
  readonly team: string;
  readonly actor: string;
  readonly principal: string;
  readonly requestId: string;
  readonly asker: Asker;
  /** From 1. */
  readonly attempt: number;
  /** What an earlier beginning kept; null where it kept nothing. */
  readonly kept: object | null;
}

/** An operation that a job is to lead to. */
export interface QueuedOperation {
  readonly id: string;
  readonly team: string;
  readonly principal: string;
  readonly actor: string;
  readonly kind: OperationKind;
  readonly cluster: string | null;
}

const QUEUED = 'o.id, o.team_id AS team, o.principal, o.actor, o.kind, o.cluster_id AS cluster';

interface ClaimedRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: OperationKind;
  readonly cluster_id: string | null;
  readonly request: object;
  readonly total: string;
  readonly team_id: string;
  readonly actor: string;
  readonly principal: string;
  readonly request_id: string;
  readonly asker: Asker;
  readonly attempt: number;
  readonly kept: object | null;
}

/**
 * Begins an operation in a process, or again in another one. Undefined when there is nothing to begin: it has ended, or
 * a living process has it.
 */
export async function claimOperation(
  tx: Transaction,
  { id, owner }: { readonly id: string; readonly owner: string },
): Promise<ClaimedOperation | undefined> {
  const [found] = await tx.query<{ owner: string | null }>(
    "SELECT owner FROM operations WHERE id = $1 AND NOT awaited AND state IN ('queued', 'running') FOR UPDATE",
    [id],
  );
  if (found === undefined) return undefined;
  const other = found.owner === owner ? null : found.owner;
  if (other !== null && !(await isGone(tx, other))) return undefined;
  const [row] = await tx.query<ClaimedRow>(
    `UPDATE operations SET state = 'running', owner = $2, attempt = attempt + 1, started_at = coalesce(started_at, $3),
       heartbeat_at = $3 WHERE id = $1
     RETURNING id, kind, cluster_id, request, total, team_id, actor, principal, request_id, asker, attempt, kept`,
    [id, owner, tx.now],
  );
  return row && claimedOf(row);
}

async function isGone(tx: Transaction, holder: string): Promise<boolean> {
  const [row] = await tx.query<{ free: boolean }>(`SELECT ${LEASE_IS_FREE} AS free`, [holder]);
  return row?.free === true;
}

/** An operation waits again; undefined where this is not its last beginning any more, or it has ended. */
export async function requeueOperation(
  tx: Transaction,
  { id, attempt }: { readonly id: string; readonly attempt: number },
): Promise<QueuedOperation | undefined> {
  const [queued] = await tx.query<QueuedOperation & Record<string, unknown>>(
    `UPDATE operations o SET state = 'queued', owner = NULL WHERE id = $1 AND attempt = $2 AND state = 'running'
     RETURNING ${QUEUED}`,
    [id, attempt],
  );
  return queued;
}

/** Keeps what the next beginning of an operation needs; false where this is not its last one, or it has ended. */
export async function keepForNext(
  tx: Transaction,
  { id, attempt }: { readonly id: string; readonly attempt: number },
  kept: object,
): Promise<boolean> {
  const noted = await tx.execute(
    "UPDATE operations SET kept = $3 WHERE id = $1 AND attempt = $2 AND state = 'running'",
    [id, attempt, JSON.stringify(kept)],
  );
  return noted === 1;
}

/** Operations that wait or run, and that no job leads to. */
export function joblessOperations(tx: Transaction): Promise<QueuedOperation[]> {
  return tx.query<QueuedOperation & Record<string, unknown>>(
    `SELECT ${QUEUED} FROM operations o
     WHERE NOT o.awaited AND o.state IN ('queued', 'running')
       AND NOT EXISTS (SELECT FROM berth_operations_of_jobs() AS job WHERE job = o.id::text)`,
  );
}

function claimedOf(row: ClaimedRow): ClaimedOperation {
  const { id, kind, request, actor, principal, asker, attempt, kept } = row;
  return {
    ...{ id, kind, request, actor, principal, asker, attempt, kept },
    cluster: row.cluster_id,
    total: Number(row.total),
    team: row.team_id,
    requestId: row.request_id,
  };
}
