import type { Caller, Database } from '#database';
import { definitionOf, type ObjectRef, type Refusal } from '#requests';
import { insertRefusals, type NewRefusal } from './refusal-log.store.js';
import type { WriteOperation } from './refusal-record.js';

/** That a step of admission is against an object. */
export type Forbidden = Extract<Refusal, { readonly kind: 'ObjectForbidden' }>;

/** Writes that admission forbade. */
export interface ForbiddenWrites {
  readonly clusterId: string;
  readonly operation: WriteOperation;
  readonly refusals: readonly Forbidden[];
}

export function isForbidden(refusal: Refusal): refusal is Forbidden {
  return refusal.kind === 'ObjectForbidden';
}

/** So many go to the database at once. */
const AT_ONCE = 1_000;

/** Keeps who was refused what, in a transaction of its own: that of the write is undone. */
export async function noteRefusals(
  database: Database,
  caller: Caller,
  { clusterId, operation, refusals }: ForbiddenWrites,
): Promise<void> {
  if (refusals.length === 0) return;
  await database.transaction(caller, async (tx) => {
    for (let first = 0; first < refusals.length; first += AT_ONCE) {
      const some = refusals.slice(first, first + AT_ONCE);
      const rows: NewRefusal[] = [];
      for (const refusal of some) rows.push({ id: await database.newId(), operation, ...contentOf(refusal) });
      await insertRefusals(tx, clusterId, rows);
    }
  });
}

function contentOf(refusal: Forbidden): Omit<NewRefusal, 'id' | 'operation'> {
  const { apiVersion, kind, namespace, name }: ObjectRef = refusal.object;
  const definition = definitionOf(refusal);
  const message = definition.kubernetes?.(refusal).message ?? definition.detail(refusal);
  const { step: reason, usage = null, scopes = null } = refusal;
  return { apiVersion, kind, namespace, name, code: definition.code, reason, message, usage, scopes };
}
