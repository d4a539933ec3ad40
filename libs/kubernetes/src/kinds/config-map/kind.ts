import type { KubernetesObject } from '../../metadata/index.js';
import { base64Length, configKeyProblems, sameValue, utf8Length, type JudgedField } from '#apimachinery';
import { defineKind, type Arrival } from '../kind-definition.js';
import { configMapColumns } from './columns.js';

/** core/v1 ConfigMap. Values of `binaryData` are base64. */
export interface ConfigMap extends KubernetesObject {
  kind: 'ConfigMap';
  data?: Record<string, string>;
  binaryData?: Record<string, string>;
  immutable?: boolean;
}

/** All about the kind ConfigMap. */
export const configMapKind = defineKind<ConfigMap>({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  judgesMetadata: ['whole', 'change'],
  columns: configMapColumns,
  shortNames: ['cm'],
  namespaced: true,
  check,
});

const MOST_BYTES = 1024 * 1024;

/** Keys are names of files, and all values together are at most 1 MiB. // as API server v1.34 ValidateConfigMap */
function check(map: ConfigMap, root: JudgedField, { old }: Arrival): void {
  // Upstream looks at the change first.
  if (old !== undefined) checkChange(map, old as ConfigMap, root);
  const { data = {}, binaryData = {} } = map;
  for (const key of Object.keys(data).sort()) {
    checkKey(key, root.child('data'));
    if (Object.hasOwn(binaryData, key))
      root.child('data').key(key).invalid(key, 'duplicate of key present in binaryData');
  }
  for (const key of Object.keys(binaryData).sort()) checkKey(key, root.child('binaryData'));
  const bytes =
    Object.values(data).reduce((sum, value) => sum + utf8Length(value), 0) +
    Object.values(binaryData).reduce((sum, value) => sum + base64Length(value), 0);
  // As the API server prints a field without a name.
  if (bytes > MOST_BYTES) root.key('').tooLong(MOST_BYTES);
}

function checkKey(key: string, at: JudgedField): void {
  for (const text of configKeyProblems(key)) at.key(key).invalid(key, text);
}

/** One that is immutable stays as it is. // as API server v1.34 ValidateConfigMapUpdate */
function checkChange(map: ConfigMap, before: ConfigMap, root: JudgedField): void {
  if (before.immutable !== true) return;
  const detail = 'field is immutable when `immutable` is set';
  if (map.immutable !== true) root.child('immutable').forbidden(detail);
  for (const field of ['data', 'binaryData'] as const)
    if (!sameValue(map[field], before[field])) root.child(field).forbidden(detail);
}
