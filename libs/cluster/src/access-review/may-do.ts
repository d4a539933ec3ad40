import { rolesIn, sees, sightOf, type Access } from '#access';
import { findResource, SERVED_SUBRESOURCES } from '#kubernetes';
import { kubernetesResources } from '#kubernetes-schema';

/** Something that may be done over the Kubernetes API, as authorization.k8s.io/v1 ResourceAttributes say it. */
export interface ResourceAttributes {
  readonly verb?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  /** Empty: all namespaces, or what lives in none. */
  readonly namespace?: string;
  readonly name?: string;
}

export const READING: readonly string[] = ['get', 'list', 'watch'];
export const WRITING: readonly string[] = ['create', 'update', 'patch', 'delete', 'deletecollection'];

/** Paths beside those of objects, which every caller who finds the cluster may read. */
export const READ_PATHS: readonly string[] = [
  ...['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*'],
  ...['/healthz', '/livez', '/readyz', '/version'],
];

/** Whether what a caller holds in a cluster lets them do something there. */
export function mayDo(access: Access, attributes: ResourceAttributes): boolean {
  const { verb = '', resource = '', namespace = '', name = '' } = attributes;
  if (!isServed(attributes)) return false;
  const place = namespace === '' && resource === 'namespaces' ? name : namespace;
  const isBinding = isBindingOf(attributes);
  const roles = rolesIn(access, place);
  if (READING.includes(verb)) return sees(sightOf(access), place) && (place === '' || roles.includes('viewer'));
  if (verb !== '*' && !WRITING.includes(verb)) return false;
  return roles.includes('editor') || (isBinding && verb === 'create' && roles.includes('scheduler'));
}

/** Whether there is such a path at all; of what is left open some are. */
function isServed({ group = '', resource = '', subresource = '' }: ResourceAttributes): boolean {
  if (resource === '*' || group === '*') return true;
  if (group === '' && resource === 'bindings') return true;
  const version = kubernetesResources().find((one) => groupOf(one.apiVersion) === group && one.plural === resource);
  if (version === undefined) return false;
  const served = findResource(group, version.apiVersion.replace(/^.*\//, ''), resource);
  return served !== undefined && isServedBelow(version.subresources, subresource);
}

function isServedBelow(known: ReadonlyMap<string, unknown>, subresource: string): boolean {
  return subresource === '' || subresource === '*' || (known.has(subresource) && SERVED_SUBRESOURCES.has(subresource));
}

function isBindingOf({ group = '', resource, subresource }: ResourceAttributes): boolean {
  return group === '' && (resource === 'bindings' || (resource === 'pods' && subresource === 'binding'));
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/** Whether a path beside those of objects may be read. */
export function mayRead({ verb = '', path = '' }: { readonly verb?: string; readonly path?: string }): boolean {
  if (verb !== 'get') return false;
  return READ_PATHS.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one));
}

/** What may be done with resources in a namespace, as rules of RBAC. */
export function rulesIn(
  access: Access,
  namespace: string,
): {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
}[] {
  const roles = rolesIn(access, namespace);
  return [
    ...(roles.includes('viewer') ? [{ verbs: READING, apiGroups: ['*'], resources: ['*'] }] : []),
    ...(roles.includes('editor') ? [{ verbs: WRITING, apiGroups: ['*'], resources: ['*'] }] : []),
    ...(roles.includes('scheduler') && !roles.includes('editor')
      ? [{ verbs: ['create'], apiGroups: [''], resources: ['bindings', 'pods/binding'] }]
      : []),
  ];
}
