import { ownField } from '#json';
import type { KubernetesObject } from '../../metadata/index.js';
import { base64Length, checkImmutable, configKeyProblems, sameValue, type JudgedField } from '#apimachinery';
import { defineKind, type Arrival } from '../kind-definition.js';
import { base64OfText, textOfBase64 } from './base64-text.js';
import { secretColumns } from './columns.js';
import { isDigest } from './digest.js';

/** core/v1 Secret. Values of `data` are base64. */
export interface Secret extends KubernetesObject {
  kind: 'Secret';
  data?: Record<string, string | null>;
  stringData?: Record<string, string>;
  immutable?: boolean;
  type?: string;
}

/** All about the kind Secret. */
export const secretKind = defineKind<Secret>({
  apiVersion: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  judgesMetadata: ['whole', 'change'],
  columns: secretColumns,
  namespaced: true,
  selectableFields: { type: '' },
  complete,
  check,
});

const MOST_BYTES = 1024 * 1024;
const ACCOUNT = 'kubernetes.io/service-account.name';

/** Text replaces the bytes of the same key. // as API server v1.34 Convert_v1_Secret_To_core_Secret */
function complete(secret: Secret): void {
  secret.type ||= 'Opaque';
  const { stringData } = secret;
  delete secret.stringData;
  if (stringData === undefined || Object.keys(stringData).length === 0) return;
  const texts = Object.entries(stringData).map(([key, text]): [string, string] => [key, base64OfText(text ?? '')]);
  secret.data = { ...secret.data, ...Object.fromEntries(texts) };
}

/** // as API server v1.34 ValidateSecret */
function check(secret: Secret, root: JudgedField, { old }: Arrival): void {
  // Upstream looks at the change first.
  if (old !== undefined) checkChange(secret, old as Secret, root);
  const data = secret.data ?? {};
  const at = root.child('data');
  for (const key of Object.keys(data).sort()) for (const text of configKeyProblems(key)) at.key(key).invalid(key, text);
  const bytes = Object.values(data).reduce((sum, value) => sum + base64Length(value ?? ''), 0);
  if (bytes > MOST_BYTES) at.tooLong(MOST_BYTES);
  checkType(secret, root);
}

/** Each type of Kubernetes' own has keys that it needs. */
function checkType({ data: given, type, metadata }: Secret, root: JudgedField): void {
  const data = given ?? {};
  const at = root.child('data');
  const has = (key: string): boolean => Object.hasOwn(data, key);
  switch (type ?? '') {
    case 'kubernetes.io/service-account-token':
      if ((metadata.annotations?.[ACCOUNT] ?? '') === '')
        root.child('metadata').child('annotations').key(ACCOUNT).required();
      return;
    case 'kubernetes.io/dockercfg':
      return checkJson(data, '.dockercfg', at);
    case 'kubernetes.io/dockerconfigjson':
      return checkJson(data, '.dockerconfigjson', at);
    case 'kubernetes.io/basic-auth':
      if (!has('username') && !has('password')) for (const key of ['username', 'password']) at.key(key).required();
      return;
    case 'kubernetes.io/ssh-auth':
      if ((data['ssh-privatekey'] ?? '') === '') at.key('ssh-privatekey').required();
      return;
    case 'kubernetes.io/tls':
      for (const key of ['tls.crt', 'tls.key']) if (!has(key)) at.key(key).required();
      return;
  }
}

function checkJson(data: Readonly<Record<string, string | null>>, key: string, at: JudgedField): void {
  if (!Object.hasOwn(data, key)) return at.key(key).required();
  const text = textOfBase64(ownField(data, key) ?? '');
  // What a digest stands for was judged when it was written.
  if (text !== undefined && isDigest(text)) return;
  const fault = text === undefined ? 'invalid character in string' : jsonFault(text);
  if (fault !== undefined) at.key(key).invalid('<secret contents redacted>', fault);
}

/** The message names what is wrong and none of the content. */
function jsonFault(text: string): string | undefined {
  if (text === '') return 'unexpected end of JSON input';
  try {
    const value: unknown = JSON.parse(text);
    return value === null || (typeof value === 'object' && !Array.isArray(value))
      ? undefined
      : 'json: cannot unmarshal into Go value of type map[string]interface {}';
  } catch (error) {
    if (error instanceof SyntaxError) return 'invalid character in JSON input';
    throw error;
  }
}

/** // as API server v1.34 ValidateSecretUpdate */
function checkChange(secret: Secret, before: Secret, root: JudgedField): void {
  checkImmutable(secret.type, before.type, root.child('type'));
  if (before.immutable !== true) return;
  const detail = 'field is immutable when `immutable` is set';
  if (secret.immutable !== true) root.child('immutable').forbidden(detail);
  if (!sameValue(secret.data, before.data)) root.child('data').forbidden(detail);
}
