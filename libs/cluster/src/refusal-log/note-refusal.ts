import type { Caller, Database } from '#database';
import { v7 as uuid } from 'uuid';
import { definitionOf, type ObjectRef, type Refusal } from '../outcome/index.js';
import { insertRefusals } from './refusal-log.store.js';
import type { WriteOperation } from './refusal-record.js';

type Forbidden = Extract<Refusal, { readonly kind: 'ObjectForbidden' }>;

/** A write that admission forbade. */
export interface ForbiddenWrite {
  readonly clusterId: string;
  readonly operation: WriteOperation;
  readonly refusal: Forbidden;
}

export function isForbidden(refusal: Refusal): refusal is Forbidden {
  return refusal.kind === 'ObjectForbidden';
}

/** Keeps who was refused what, in a transaction of its own: that of the write is undone. */
export async function noteRefusal(
  database: Database,
  caller: Caller,
  { clusterId, operation, refusal }: ForbiddenWrite,
): Promise<void> {
  const { apiVersion, kind, namespace, name }: ObjectRef = refusal.object;
  const definition = definitionOf(refusal);
  const message = definition.kubernetes?.(refusal).message ?? definition.detail(refusal);
  const { code } = definition;
  const noted = { id: uuid(), operation, apiVersion, kind, namespace, name, code, reason: refusal.step, message };
  await database.transaction(caller, (tx) => insertRefusals(tx, clusterId, [noted]));
}
