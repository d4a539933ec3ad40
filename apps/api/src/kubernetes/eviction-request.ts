import { isJsonObject } from '#json';
import type { EvictionRequest } from '#cluster';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { deletionOptions } from './deletion-options.js';
import type { ResourcePath } from './resource-path.js';
import { checkNamespace, objectOfKind } from './read-object.js';
import type { WriteOptions } from './write-options.decorator.js';

/** policy/v1 Eviction, as drains post it; v1beta1 has the same fields. */
const EVICTION = { apiVersion: 'policy/v1', kind: 'Eviction' };
const VERSIONS: ReadonlySet<unknown> = new Set(['policy/v1', 'policy/v1beta1']);

export function evictionRequest(
  body: unknown,
  { cluster, namespace, name = '' }: ResourcePath,
  { dryRun, fields }: Pick<WriteOptions, 'dryRun' | 'fields'>,
): EvictionRequest & { readonly dryRun: boolean } {
  const given = isJsonObject(body) && VERSIONS.has(body['apiVersion']) ? { ...body, apiVersion: 'policy/v1' } : body;
  const { metadata, deleteOptions } = objectOfKind(given, EVICTION, fields);
  checkNamespace(metadata, namespace);
  if ((metadata['name'] ?? '') !== name)
    throw RequestRefused.with(ErrorCode.INVALID_REQUEST, 'name in URL does not match name in Eviction object');
  const asked = deletionOptions(dryRun ? { dryRun: 'All' } : {}, deleteOptions ?? {});
  return { cluster, namespace, name, ...asked };
}
