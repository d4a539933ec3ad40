import type { Manifest } from '#cluster';
import { findKind, isJsonObject, readManifests } from '#kubernetes';
import { RequestRefused } from '../outcome/index.js';

/**
 * The one object that an argument is: JSON as it stands, or YAML or JSON in a text.
 * @throws RequestRefused when it is not one object.
 */
export async function readManifest(manifest: unknown): Promise<Manifest> {
  const value: unknown = typeof manifest === 'string' ? await readText(manifest) : manifest;
  if (!isJsonObject(value)) throw notOneObject('must be an object');
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== 'string') throw notOneObject('must be a text', 'manifest.apiVersion');
  if (typeof kind !== 'string') throw notOneObject('must be a text', 'manifest.kind');
  if (!isJsonObject(metadata) || typeof metadata['name'] !== 'string')
    throw notOneObject('must be a text', 'manifest.metadata.name');
  return withNamespace({ ...value, apiVersion, kind, metadata: { ...metadata, name: metadata['name'] } });
}

async function readText(text: string): Promise<unknown> {
  const found: object[] = [];
  for await (const item of readManifests(chunksOf(text))) {
    if ('problem' in item) throw RequestRefused.of({ kind: 'ManifestsUnreadable', ...item.problem });
    found.push(item.object);
  }
  if (found.length !== 1) throw notOneObject(`must be one object, not ${found.length}`);
  return found[0];
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
