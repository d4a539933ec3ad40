import { POSTGRES_ERROR, postgresErrorCode, type Transaction } from '#database';

/** What a key was used for: the request by its hash, and the outcome that every repetition gets. */
export interface KeptOutcome {
  readonly requestHash: Uint8Array;
  readonly outcome: unknown;
}

/** How long a key is remembered. */
export const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

export interface KeyRef {
  readonly operation: string;
  readonly key: string;
}

export async function findKept(tx: Transaction, { operation, key }: KeyRef): Promise<KeptOutcome | undefined> {
  const row = await tx.prisma.idempotencyKey.findUnique({
    where: { teamId_operation_key: { teamId: tx.caller.team, operation, key } },
  });
  if (row === null || row.expiresAt <= tx.now) return undefined;
  return { requestHash: row.requestHash, outcome: row.outcome };
}

/** Remembers an outcome in the transaction of its effect. @throws a unique violation when the same key was faster. */
export async function keepOutcome(tx: Transaction, ref: KeyRef, kept: KeptOutcome): Promise<void> {
  await tx.execute(
    'DELETE FROM idempotency_keys WHERE team_id = $1 AND operation = $2 AND key = $3 AND expires_at <= $4',
    [tx.caller.team, ref.operation, ref.key, tx.now],
  );
  await tx.execute(
    `INSERT INTO idempotency_keys (team_id, operation, key, request_hash, outcome, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tx.caller.team,
      ref.operation,
      ref.key,
      Buffer.from(kept.requestHash),
      JSON.stringify(kept.outcome),
      tx.now,
      new Date(tx.now.getTime() + KEPT_FOR_MS),
    ],
  );
}

/** True for the error of a keepOutcome that lost against the same key. */
export function lostToSameKey(error: unknown): boolean {
  return (
    postgresErrorCode(error) === POSTGRES_ERROR.uniqueViolation &&
    String((error as { constraint?: unknown }).constraint) === 'idempotency_keys_pkey'
  );
}

export async function removeExpiredKeys(tx: Transaction): Promise<number> {
  return (await tx.prisma.idempotencyKey.deleteMany({ where: { expiresAt: { lte: tx.now } } })).count;
}
