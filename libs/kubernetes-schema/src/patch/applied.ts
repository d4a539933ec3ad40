import { isJsonObject, ownField, setField } from '#json';
import { typeOfKind, type KindReference, type KubernetesType } from '../fields/index.js';
import { DELETE_FROM, PATCH, RETAIN_KEYS, type Fields } from './directives.js';
import { mergeField, type MergeField } from './merge-fields.js';
import type { PatchProblem } from './patch-fault.js';
import { strategicMerge, type StrategicMerge } from './strategic-merge.js';

/** The manifest that `kubectl apply` wrote the object from. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * The object as `kubectl apply` of a manifest leaves it: what the manifest says is set, what the one before said and
 * this one does not is deleted, and all else stays. // as kubectl v1.34 CreateThreeWayMergePatch
 */
export function appliedTo(
  present: Fields & KindReference,
  manifest: Fields,
): Pick<StrategicMerge, 'value'> | PatchProblem {
  const type = typeOfKind(present);
  return strategicMerge(present, patchOf(manifest, lastApplied(present), type), type);
}

function lastApplied({ metadata }: Fields): Fields {
  const annotations = isJsonObject(metadata) ? metadata['annotations'] : undefined;
  const text = isJsonObject(annotations) ? ownField(annotations, LAST_APPLIED) : undefined;
  try {
    const read: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return isJsonObject(read) ? read : {};
  } catch (error) {
    // The annotation may say anything: a Secret's is a digest.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function patchOf(manifest: Fields, before: Fields, type: KubernetesType | undefined): Fields {
  const patch: Fields = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(manifest, key)) setField(patch, key, null);
  for (const [key, value] of Object.entries(manifest)) {
    const field = type?.fields.has(key) === true ? mergeField(type, key) : undefined;
    const was = ownField(before, key);
    if (Array.isArray(value) && field?.strategy === 'merge') putList(patch, { key, value, was, field });
    else setField(patch, key, isJsonObject(value) && field !== undefined ? objectPatch(value, was, field) : value);
  }
  return patch;
}

function objectPatch(value: Fields, was: unknown, { type, retainsKeys }: MergeField): Fields {
  const patch = patchOf(value, isJsonObject(was) ? was : {}, type);
  return retainsKeys ? { ...patch, [RETAIN_KEYS]: Object.keys(value) } : patch;
}

interface ListField {
  readonly key: string;
  readonly value: readonly unknown[];
  readonly was: unknown;
  readonly field: MergeField;
}

function putList(patch: Fields, { key, value, was, field }: ListField): void {
  const before: readonly unknown[] = Array.isArray(was) ? was : [];
  const { mergeKey } = field;
  if (mergeKey === undefined) {
    setField(patch, key, value);
    const gone = before.filter((item) => !value.includes(item));
    if (gone.length > 0) patch[`${DELETE_FROM}/${key}`] = gone;
    return;
  }
  const identity = (item: unknown): unknown => (isJsonObject(item) ? ownField(item, mergeKey) : undefined);
  const ofManifest = new Set(value.map(identity));
  const beforeBy = new Map(before.map((item) => [identity(item), item]));
  const gone = [...beforeBy.keys()].filter((one) => one !== undefined && !ofManifest.has(one));
  const items = value.map((item) =>
    isJsonObject(item) ? objectPatch(item, beforeBy.get(identity(item)), field) : item,
  );
  setField(patch, key, [...items, ...gone.map((one) => ({ [mergeKey]: one, [PATCH]: 'delete' }))]);
}
