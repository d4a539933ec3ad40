import { ownField } from '#json';
import {
  checkName,
  compareQuantities,
  configKeyProblems,
  dnsSubdomainProblems,
  environmentNameProblems,
  formatQuantity,
  isQuantityProblem,
  parseQuantity,
  prefixCheck,
  qualifiedNameProblems,
  ZERO_QUANTITY,
  type JudgedField,
} from '#apimachinery';
import type { EnvFrom, EnvSource, EnvVar, ObjectField, ResourceField } from './container.js';

/** The variables of a container. // as API server v1.34 ValidateEnv */
export function checkEnv(variables: readonly EnvVar[], at: JudgedField): void {
  variables.forEach(({ name = '', value = '', valueFrom }, index) => {
    const path = at.index(index);
    if (name === '') path.child('name').required();
    else checkName(name, environmentNameProblems, path.child('name'));
    if (valueFrom !== undefined) checkSource(valueFrom, value, path.child('valueFrom'));
  });
}

/** Of whole ConfigMaps and Secrets. A wrong number of them is reported at the list. // as ValidateEnvFrom */
export function checkEnvFrom(sources: readonly EnvFrom[], at: JudgedField): void {
  sources.forEach(({ prefix = '', configMapRef, secretRef }, index) => {
    const path = at.index(index);
    if (prefix !== '') checkName(prefix, environmentNameProblems, path.child('prefix'));
    if (configMapRef !== undefined) checkReference(configMapRef, path.child('configMapRef'));
    if (secretRef !== undefined) checkReference(secretRef, path.child('secretRef'));
    if (configMapRef === undefined && secretRef === undefined)
      at.invalid('', 'must specify one of: `configMapRef` or `secretRef`');
    else if (configMapRef !== undefined && secretRef !== undefined)
      at.invalid('', 'may not have more than one field specified at a time');
  });
}

function checkReference({ name = '' }: { readonly name?: string }, at: JudgedField): void {
  if (name === '') at.child('name').required();
  else checkName(name, prefixCheck(dnsSubdomainProblems), at.child('name'));
}

const OF_THE_POD: readonly string[] = [
  ...['metadata.name', 'metadata.namespace', 'metadata.uid', 'spec.nodeName', 'spec.serviceAccountName'],
  ...['status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs'],
];

function checkSource(source: EnvSource, value: string, at: JudgedField): void {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = source;
  if (fieldRef !== undefined) checkObjectField(fieldRef, OF_THE_POD, at.child('fieldRef'));
  if (resourceFieldRef !== undefined)
    checkResourceField(resourceFieldRef, { named: false }, at.child('resourceFieldRef'));
  if (configMapKeyRef !== undefined) checkKey(configMapKeyRef, at.child('configMapKeyRef'));
  if (secretKeyRef !== undefined) checkKey(secretKeyRef, at.child('secretKeyRef'));
  const given = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef].filter((one) => one !== undefined).length;
  if (given === 0)
    at.invalid('', 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`');
  else if (value !== '') at.invalid('', 'may not be specified when `value` is not empty');
  else if (given > 1) at.invalid('', 'may not have more than one field specified at a time');
}

function checkKey({ name = '', key = '' }: { readonly name?: string; readonly key?: string }, at: JudgedField): void {
  checkName(name, dnsSubdomainProblems, at.child('name'));
  if (key === '') at.child('key').required();
  else checkName(key, configKeyProblems, at.child('key'));
}

/** The fields of a pod that can be read; `spec.host` is the older name of its node. */
const REPORTED: ReadonlySet<string> = new Set([
  ...['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'],
  ...['spec.nodeName', 'spec.restartPolicy', 'spec.serviceAccountName', 'spec.schedulerName'],
  ...['status.phase', 'status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs'],
]);

/** A reference to a field of the pod itself. // as API server v1.34 validateObjectFieldSelector */
export function checkObjectField(
  { apiVersion = '', fieldPath = '' }: ObjectField,
  allowed: readonly string[],
  at: JudgedField,
): void {
  if (apiVersion === '') {
    at.child('apiVersion').required();
    return;
  }
  const path = at.child('fieldPath');
  if (fieldPath === '') {
    path.required();
    return;
  }
  const [, map, key = ''] = /^([^[]+)\['(.*)'\]$/.exec(fieldPath) ?? [];
  const problem = unreported(apiVersion, fieldPath, map);
  const name = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
  if (problem !== undefined) path.invalid(fieldPath, `error converting fieldPath: ${problem}`);
  else if (map !== undefined)
    checkName(map === 'metadata.annotations' ? key.toLowerCase() : key, qualifiedNameProblems, at);
  else if (!allowed.includes(name)) path.notSupported(name, [...allowed].sort());
}

/** // as API server v1.34 ConvertDownwardAPIFieldLabel */
function unreported(apiVersion: string, fieldPath: string, map: string | undefined): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`;
  if (map !== undefined)
    return map === 'metadata.annotations' || map === 'metadata.labels'
      ? undefined
      : `field label does not support subscript: ${fieldPath}`;
  return REPORTED.has(fieldPath) || fieldPath === 'spec.host' ? undefined : `field label not supported: ${fieldPath}`;
}

const AMOUNTS: readonly string[] = ['cpu', 'ephemeral-storage', 'memory'];
const RESOURCES: readonly string[] = ['limits', 'requests'].flatMap((of) => AMOUNTS.map((name) => `${of}.${name}`));
const BYTES: readonly string[] = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];
const HUGE_PAGES = /^(requests|limits)\.hugepages-/;

/**
 * A reference to what a container has of a resource; a volume names the container.
 * // as API server v1.34 validateContainerResourceFieldSelector
 */
export function checkResourceField(
  { containerName = '', resource = '', divisor }: ResourceField,
  { named }: { readonly named: boolean },
  at: JudgedField,
): void {
  if (named && containerName === '') at.child('containerName').required();
  else if (resource === '') at.child('resource').required();
  else if (!RESOURCES.includes(resource) && !HUGE_PAGES.test(resource))
    at.child('resource').notSupported(resource, RESOURCES);
  if (divisor !== undefined) checkDivisor(resource, divisor, at.child('divisor'));
}

function checkDivisor(resource: string, divisor: string | number, at: JudgedField): void {
  const amount = parseQuantity(divisor);
  if (isQuantityProblem(amount) || compareQuantities(amount, ZERO_QUANTITY) === 0) return;
  const [supported, text] = resource.endsWith('.cpu') ? [['1m', '1'], '1m and 1'] : [BYTES, BYTES.join(', ')];
  const what = HUGE_PAGES.test(resource) ? 'hugepages' : ownField(DIVIDED, resource);
  if (what === undefined || supported.includes(formatQuantity(amount))) return;
  at.invalid(resource, `only divisor's values ${text} are supported with the ${what} resource`);
}

const DIVIDED: Readonly<Record<string, string>> = Object.fromEntries(
  ['limits', 'requests'].flatMap((of) => [
    [`${of}.cpu`, 'cpu'],
    [`${of}.memory`, 'memory'],
    [`${of}.ephemeral-storage`, 'local ephemeral storage'],
  ]),
);
