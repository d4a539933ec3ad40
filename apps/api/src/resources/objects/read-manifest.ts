import type { Manifest } from '#rows';
import { isJsonObject } from '#json';
import { convertOldVersion, readManifests, type DuplicateField } from '#api-server';
import { dropUnknownFields, fieldWarnings, type FieldWarning } from '#kubernetes-schema';
import { findKind } from '#kubernetes';
import { RequestRefused } from '../../ground/outcome/index.js';

/** An object as it is written, without what its kind has no field for. */
export interface ReadManifest {
  readonly object: Manifest;
  /** What is not stored as it was written. */
  readonly warnings: readonly FieldWarning[];
}

/**
 * The one object that an argument is: JSON as it stands, or YAML or JSON in a text.
 * @throws RequestRefused when it is not one object.
 */
export async function readManifest(manifest: unknown): Promise<ReadManifest> {
  const { value, duplicates } =
    typeof manifest === 'string' ? await readText(manifest) : { value: copyOf(manifest), duplicates: [] };
  if (!isJsonObject(value)) throw notOneObject('must be an object');
  const converted = convertOldVersion(value);
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== 'string') throw notOneObject('must be a string', 'manifest.apiVersion');
  if (typeof kind !== 'string') throw notOneObject('must be a string', 'manifest.kind');
  if (!isJsonObject(metadata) || typeof metadata['name'] !== 'string')
    throw notOneObject('must be a string', 'manifest.metadata.name');
  const known = findKind(apiVersion, kind) !== undefined;
  const warnings = [
    ...converted,
    ...fieldWarnings(duplicates, known ? dropUnknownFields(value, { apiVersion, kind }) : []),
  ];
  const object = withNamespace({ ...value, apiVersion, kind, metadata: { ...metadata, name: metadata['name'] } });
  return { object, warnings };
}

/** What an idempotency key stands for is the argument as it was given. */
function copyOf(manifest: unknown): unknown {
  return typeof manifest === 'object' && manifest !== null ? JSON.parse(JSON.stringify(manifest)) : manifest;
}

async function readText(
  text: string,
): Promise<{ readonly value: unknown; readonly duplicates: readonly DuplicateField[] }> {
  const found: { readonly value: unknown; readonly duplicates: readonly DuplicateField[] }[] = [];
  for await (const item of readManifests(chunksOf(text), { lastKeyCounts: true })) {
    if ('problem' in item) throw RequestRefused.of({ kind: 'ManifestsUnreadable', ...item.problem });
    found.push({ value: item.object, duplicates: item.duplicates });
  }
  const [only] = found;
  if (only === undefined || found.length > 1) throw notOneObject(`must be one object, not ${found.length}`);
  return only;
}

async function* chunksOf(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}

/** kubectl leaves the namespace out of what lives in `default`. */
function withNamespace(object: Manifest): Manifest {
  const kind = findKind(object.apiVersion, object.kind);
  if (kind?.namespaced !== true || object.metadata.namespace) return object;
  return { ...object, metadata: { ...object.metadata, namespace: 'default' } };
}

function notOneObject(message: string, field = 'manifest'): RequestRefused {
  return RequestRefused.invalid([{ field, reason: 'FieldValueTypeInvalid', message }]);
}
