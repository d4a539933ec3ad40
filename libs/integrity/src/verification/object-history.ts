import type { LoggedChange } from '../auditors/index.js';
import { equalJson, mergePatch } from '#json';
import { canonicalBytes, InexactValueError } from '#ledger';
import { mergeBinding, splitPod, type Manifest, type StoredObject } from '#rows';

/** An object as the log leads to it. */
export interface FoldedObject extends StoredObject {
  /**
   * When Berth bound it, if that is the last that happened to it; null if something else is,
   * undefined where that is not known.
   */
  readonly boundAt?: string | null;
}

/** An object after a change, and what does not hold about the change. */
export interface Step {
  readonly object: FoldedObject | undefined;
  readonly faults: readonly string[];
}

/** The object after its next change; undefined where there is none. What does not follow is said, and gone on from. */
export function nextVersion(before: FoldedObject | undefined, change: LoggedChange): Step {
  const { json } = change;
  if (typeof json !== 'object' || json === null) return { object: before, faults: ['its body is no JSON object'] };
  const faults = [...bodyFaults(change, json)];
  const { op, position, uid } = change.row;
  if ((op === 'create' || op === 'update') && !isManifest(json))
    return { object: before, faults: [...faults, 'its body is no Kubernetes object'] };
  if (op === 'create') {
    if (before !== undefined) faults.push('creates what is there already');
    return { object: whole(json, position, position), faults };
  }
  if (before === undefined) {
    const made = op === 'update' ? whole(json, position, position) : undefined;
    return { object: made, faults: [...faults, `is a ${op} of what is not there`] };
  }
  // An import may bring a later object of the same name, with its own uid.
  if (op === 'update') return { object: whole(json, position, before.createdPosition), faults };
  if (before.object.metadata.uid !== uid)
    faults.push(`is a ${op} of ${uid}, and ${before.object.metadata.uid ?? 'nothing'} is there`);
  if (op === 'bind') {
    const object = {
      ...before,
      object: mergePatch(before.object, json) as Manifest,
      resourceVersion: position,
      boundAt: change.row.at,
    };
    return { object, faults: [...faults, ...bindFaults(before)] };
  }
  if (op === 'delete' && !sameObject(...endsOf(change, json as Manifest, before.object)))
    faults.push('deletes something else than was there');
  return { object: undefined, faults };
}

/**
 * What goes and what was there. Where a controller deleted it, logs of the first release of clusters that live have it
 * with the marks of its end.
 */
function endsOf({ row: { cause } }: LoggedChange, gone: Manifest, before: Manifest): [Manifest, Manifest] {
  return cause === null ? [gone, before] : [unmarked(gone), unmarked(before)];
}

const MARKS = ['deletionTimestamp', 'deletionGracePeriodSeconds', 'generation', 'finalizers'];

function unmarked(object: Manifest): Manifest {
  const metadata = without(object.metadata, MARKS) as Manifest['metadata'];
  if (object.kind !== 'Namespace') return { ...object, metadata };
  return { ...object, metadata, spec: without(object['spec'] ?? {}, ['finalizers']) };
}

function without(object: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}

function whole(json: object, resourceVersion: bigint, createdPosition: bigint): FoldedObject {
  return { object: json as Manifest, resourceVersion, createdPosition, boundAt: null };
}

function isManifest(json: object): json is Manifest {
  const { kind, metadata } = json as Partial<Manifest>;
  return typeof kind === 'string' && typeof metadata === 'object' && typeof metadata.name === 'string';
}

function bindFaults({ object: { spec } }: FoldedObject): string[] {
  const node = (spec as { readonly nodeName?: string } | undefined)?.nodeName ?? '';
  return node === '' ? [] : [`binds a pod that is on node ${node} already`];
}

/** Whether the body is what is hashed, and of the object that the columns name. */
function* bodyFaults({ row }: LoggedChange, json: object): Iterable<string> {
  if (!isCanonical(row.body, json)) yield 'its body is not canonical JSON';
  if (row.op === 'bind') return;
  const { apiVersion, kind, metadata } = (
    row.op === 'evict' ? ((json as { readonly pod?: Manifest }).pod ?? {}) : json
  ) as Partial<Manifest>;
  const named = [apiVersion, kind, metadata?.namespace ?? '', metadata?.name, metadata?.uid ?? ''];
  const columns = [row.apiVersion, row.kind, row.namespace, row.name, row.uid];
  if (!equalJson(named, columns)) yield `its body is of ${named.join(' ')}, its columns say ${columns.join(' ')}`;
}

function isCanonical(body: Uint8Array, json: object): boolean {
  try {
    return Buffer.from(body.buffer, body.byteOffset, body.length).equals(canonicalBytes(json));
  } catch (error) {
    if (error instanceof InexactValueError) return false;
    throw error;
  }
}

/** Whether both say the same, for every form that a pod's binding has in them. */
export function sameObject(a: Manifest, b: Manifest): boolean {
  return equalJson(comparable(a), comparable(b));
}

/** The phase of a pod is never absent: it has a column. */
function comparable(object: Manifest): Manifest {
  if (object.kind !== 'Pod') return object;
  const { spec, status } = object as {
    readonly spec?: { readonly nodeName?: string };
    readonly status?: { readonly phase?: string };
  };
  if (status?.phase !== undefined && spec?.nodeName !== '') return object;
  const { columns, manifest } = splitPod(object);
  return mergeBinding(manifest, columns);
}
