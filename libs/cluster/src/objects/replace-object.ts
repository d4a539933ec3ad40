import type { Manifest } from '#rows';
import { ok, refuse, type Outcome, type Refusal } from '#requests';
import { refOf } from '#writes';
import type { Answer, ClusterWrite } from './cluster-write.js';
import { createObject } from './create-object.js';
import { initialObject } from './initial-object.js';
import { findObject } from './object.store.js';
import { reviseObject, unreadVersion, type UpdateTarget } from './update-object.js';

/** An object as a replacement left it. */
export interface Replaced {
  readonly object: Manifest;
  /** Whether it was not there before. */
  readonly isNew: boolean;
}

/** Replaces an object; of kinds that allow it, one that is not there is created. // as API server v1.34 Store.Update */
export async function replaceObject(
  work: ClusterWrite,
  target: UpdateTarget,
  object: Manifest,
): Promise<Outcome<Answer<Replaced>>> {
  const { kind, conditions = {}, requestedAs } = target;
  const isNew = createsOnReplace(target) && !(await isThere(work, target));
  const refusal = isNew ? refusedIdentity(object) : undefined;
  if (refusal !== undefined) return refuse(refusal);
  const written = isNew
    ? await createObject(work, { kind, object, conditions, replaces: true, ...(requestedAs && { requestedAs }) })
    : await reviseObject(work, target, () => ok(object));
  if (written.refused) return written;
  return ok(() => ({ object: written.value(), isNew }));
}

/** What is not there has no uid that a replacement may name; any version of it will do. */
function refusedIdentity(object: Manifest): Refusal | undefined {
  const { uid = '' } = object.metadata;
  return (
    unreadVersion(object) ??
    (uid === '' ? undefined : { kind: 'UidConflict', object: refOf(object), given: uid, current: '' })
  );
}

/** Whether a replacement creates what is not there. */
export function createsOnReplace({ kind, subresource }: UpdateTarget): boolean {
  return kind.createsOnUpdate && subresource === undefined;
}

async function isThere(work: ClusterWrite, target: UpdateTarget): Promise<boolean> {
  const { kind, namespace, name } = target;
  const stored = await findObject(work.tx, { clusterId: work.cluster.id, kind, namespace }, name);
  return (stored ?? (await initialObject(work, target))) !== undefined;
}
