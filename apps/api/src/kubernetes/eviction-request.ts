import { isJsonObject } from '#json';
import type { EvictionRequest } from '#cluster';
import { FieldPath, invalid } from '#apimachinery';
import type { ObjectRef } from '#requests';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { deletionOptions } from './deletion-options.js';
import type { ResourcePath } from './resource-path.js';
import { checkNamespace, decodedObject } from './read-object.js';
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
  const { metadata, deleteOptions } = decodedObject(given, EVICTION, fields);
  checkNamespace(metadata, namespace);
  if ((metadata['name'] ?? '') !== name)
    throw RequestRefused.with(ErrorCode.INVALID_REQUEST, 'name in URL does not match name in Eviction object');
  const options = isJsonObject(deleteOptions) ? deleteOptions : {};
  checkOptions(options, { apiVersion: 'v1', kind: 'Pod', namespace, name }, dryRun);
  const asked = deletionOptions({}, dryRun ? { ...options, dryRun: ['All'] } : options);
  return { cluster, namespace, name, ...asked };
}

/** What of the options of a deletion an eviction does not take. // as API server v1.34 EvictionREST.Create */
function checkOptions(options: Readonly<Record<string, unknown>>, pod: ObjectRef, dryRun: boolean): void {
  const { ignoreStoreReadErrorWithClusterBreakingPotential: ignores, dryRun: stages } = options;
  if (ignores === true) {
    const path = FieldPath.root.child('deleteOptions').child('ignoreStoreReadErrorWithClusterBreakingPotential');
    const problem = invalid(path, true, 'can not be set for pod eviction, try after removing the option');
    throw RequestRefused.of({ kind: 'ObjectInvalid', object: { ...pod, ...EVICTION }, problems: [problem] });
  }
  if (!dryRun || !Array.isArray(stages) || stages.length === 0 || (stages.length === 1 && stages[0] === 'All')) return;
  const reason = `Non-matching dry-run options in request and content: [All] and [${stages.join(' ')}]`;
  throw RequestRefused.of({ kind: 'EvictionUndecided', object: pod, reason });
}
