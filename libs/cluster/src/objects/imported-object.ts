import { ownField } from '#json';
import { withGates } from '../conditions/index.js';
import type { Manifest } from '#rows';
import { findKindByName, taintsOfImportedAgain, type Taint } from '#kubernetes';
import { type Draft, seconds } from '#writes';

/** An object that passed admission, and how it was given. */
export interface Given {
  readonly object: Manifest;
  /** Whether it has a status: it is an object as its cluster shows it, not a manifest of a desired state. */
  readonly observed: boolean;
}

/** Whether an object says what is, and not only what is wanted: `kubectl create --dry-run` writes `status: {}`. */
export function isObserved({ status }: { readonly status?: unknown }): boolean {
  return status !== null && typeof status === 'object' && Object.keys(status).length > 0;
}

/**
 * The object as an import stores it: its own uid and age; where it has none, those of the present one, else new ones. A
 * status that is computed here, as that of a budget, stays the server's: it follows the pods, and the import's value is
 * ignored. A manifest that says only what is wanted leaves the present object its status and what it is bound to.
 */
export function importedObject(
  { object, observed }: Given,
  old: Manifest | undefined,
  { at, draws }: Pick<Draft, 'at' | 'draws'>,
): Manifest {
  const {
    resourceVersion: _,
    selfLink: _link,
    managedFields: _fields,
    uid,
    creationTimestamp,
    ...metadata
  } = object.metadata;
  const imported = {
    ...(old === undefined ? object : withTaintsOf(old, keptOf(old, { object, observed }), { at, observed })),
    metadata: {
      ...metadata,
      uid: uid ?? old?.metadata.uid ?? draws.uid(),
      creationTimestamp: creationTimestamp ?? old?.metadata.creationTimestamp ?? seconds(at),
    },
  };
  return withGates(imported, at, old);
}

/** The object with what an import leaves as it is. Under another uid it is another object. */
function keptOf(old: Manifest, { object, observed }: Given): Manifest {
  const kind = findKindByName(object.kind);
  const wanted = !observed && (object.metadata.uid ?? old.metadata.uid) === old.metadata.uid;
  const kept = wanted || kind?.computesStatus === true ? withStatusOf(object, old) : object;
  return wanted && kind?.boundBy !== undefined ? withBindingOf(kept, old, kind.boundBy) : kept;
}

/** A node without a uid was tainted here: what it is tainted with is not new because the manifest came again. */
function withTaintsOf(
  old: Manifest,
  object: Manifest,
  { at, observed }: { readonly at: Date; readonly observed: boolean },
): Manifest {
  if (object.kind !== 'Node' || object.metadata.uid) return object;
  const present = taintsOf(old);
  if (present.length === 0) return object;
  const taints = taintsOfImportedAgain(taintsOf(object), present, { now: seconds(at), keepsConditions: !observed });
  return taints.length === 0 ? object : { ...object, spec: { ...object.spec, taints } };
}

function taintsOf({ spec }: Manifest): readonly Taint[] {
  return ((spec ?? {}) as { readonly taints?: readonly Taint[] }).taints ?? [];
}

function withStatusOf({ status: _, ...object }: Manifest, { status }: Manifest): Manifest {
  return status === undefined ? object : { ...object, status };
}

function withBindingOf(object: Manifest, { spec }: Manifest, field: string): Manifest {
  const bound = ownField(spec, field);
  if (bound === undefined || ownField(object.spec, field) !== undefined) return object;
  return { ...object, spec: { ...object.spec, [field]: bound } };
}
