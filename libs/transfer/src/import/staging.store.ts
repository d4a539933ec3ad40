import type { CopyTarget, CopyValue, Transaction } from '#database';
import { isJsonObject } from '#json';
import { Busy, lostRace } from '#requests';

/** An object of the input, by its place in it. It was JSON, and nothing else is known of it yet. */
export interface StagedObject {
  readonly index: number;
  readonly object: Record<string, unknown>;
}

/** A table of this transaction only. The text is stored as it is: jsonb would be parsed twice for nothing. */
export async function createStaging(tx: Transaction): Promise<void> {
  // How long the input takes to arrive is the caller's affair; the merge has the time of heavy work again.
  await tx.execute('SET LOCAL statement_timeout = 0');
  await tx.execute(
    `CREATE TEMPORARY TABLE import_staging (
       index int4 NOT NULL, kind text NOT NULL, body text NOT NULL, uid text, namespace text, name text) ON COMMIT
       DROP`,
  );
}

/**
 * Waits until no other import into the cluster is merged: a small write waits for one of them at most, not for a queue
 * of them.
 * @throws Busy when that takes longer
 */
export async function lockImports(
  tx: Transaction,
  clusterId: string,
  { lockTimeoutMs }: { readonly lockTimeoutMs: number },
): Promise<void> {
  await tx.execute(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  try {
    await tx.execute("SELECT pg_advisory_xact_lock(hashtext('berth_import'), hashtext($1))", [clusterId]);
  } catch (error) {
    throw lostRace(error) ? new Busy(error) : error;
  }
}

/** Where a merge that loses to another writer is taken back to: what is staged by now stays. */
export async function beginMerge(
  tx: Transaction,
  { lockTimeoutMs }: { readonly lockTimeoutMs: number },
): Promise<void> {
  await tx.execute('SAVEPOINT merge');
  await tx.query("SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)", [
    String(lockTimeoutMs),
    String(tx.statementTimeoutMs),
  ]);
}

export async function undoMerge(tx: Transaction): Promise<void> {
  await tx.execute('ROLLBACK TO SAVEPOINT merge');
}

const STAGING: CopyTarget = {
  table: 'import_staging',
  columns: { index: 'int4', kind: 'text', body: 'text', uid: 'text', namespace: 'text', name: 'text' },
};

export function stage(tx: Transaction, objects: AsyncIterable<StagedObject>): Promise<number> {
  return tx.copyIn(STAGING, rows(objects));
}

async function* rows(objects: AsyncIterable<StagedObject>): AsyncIterable<CopyValue[]> {
  for await (const { index, object } of objects)
    yield [
      index,
      typeof object['kind'] === 'string' ? object['kind'] : '',
      JSON.stringify(object),
      ...identityOf(object),
    ];
}

/** Uid, of pods only, namespace and name. Of an object without a namespace it is the same whichever stands there. */
function identityOf({ kind, metadata }: Record<string, unknown>): [CopyValue, CopyValue, CopyValue] {
  if (!isJsonObject(metadata)) return [null, null, null];
  const { uid, namespace, name } = metadata;
  if (typeof name !== 'string') return [null, null, null];
  const isPod = kind === 'Pod' && typeof uid === 'string' && uid !== '';
  return [isPod ? uid : null, typeof namespace === 'string' && namespace !== '' ? namespace : 'default', name];
}

/** The staged objects in the order of the input. */
export async function* readStaged(tx: Transaction, batch: number): AsyncIterable<StagedObject[]> {
  const sql = 'SELECT index, body FROM import_staging ORDER BY index';
  for await (const found of tx.stream<{ index: number; body: string }>(sql, [], batch)) yield found.map(stagedOf);
}

/** The staged objects of a few kinds, all at once: of classes there are few. */
export async function readStagedKinds(tx: Transaction, kinds: readonly string[]): Promise<Record<string, unknown>[]> {
  const found = await tx.query<{ index: number; body: string }>(
    'SELECT index, body FROM import_staging WHERE kind = ANY($1) ORDER BY index',
    [kinds],
  );
  return found.map((row) => stagedOf(row).object);
}

function stagedOf({ index, body }: { readonly index: number; readonly body: string }): StagedObject {
  return { index, object: JSON.parse(body) as Record<string, unknown> };
}
