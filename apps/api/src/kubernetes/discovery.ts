import { allKinds } from '#kubernetes';
import { servedSubresources } from './resource-path.js';

type ServedKind = ReturnType<typeof allKinds>[number];

const OBJECT_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update'];
const VERBS: Readonly<Record<string, string>> = { get: 'get', patch: 'patch', post: 'create', put: 'update' };

/** The groups and versions that are served, without the core group. */
function groupVersions(): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { group, version } of allKinds()) {
    if (group === '') continue;
    const versions = groups.get(group) ?? [];
    if (!versions.includes(version)) groups.set(group, [...versions, version]);
  }
  return groups;
}

/** metav1.APIGroupList */
export function apiGroupList(): object {
  const groups = [...groupVersions().keys()].map((group) => groupBody(group));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

/** metav1.APIGroup; undefined for a group that is not served. */
export function apiGroup(group: string): object | undefined {
  return groupVersions().has(group) ? { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(group) } : undefined;
}

function groupBody(name: string): {
  readonly name: string;
  readonly versions: object[];
  readonly preferredVersion: object;
} {
  const versions = (groupVersions().get(name) ?? []).map((version) => ({
    groupVersion: `${name}/${version}`,
    version,
  }));
  return { name, versions, preferredVersion: versions[0] ?? {} };
}

/** metav1.APIVersions of the core group. */
export function apiVersions(): object {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '' }],
  };
}

/** metav1.APIResourceList; undefined for a group version that is not served. */
export function apiResourceList(group: string, version: string): object | undefined {
  const kinds = allKinds().filter((kind) => kind.group === group && kind.version === version);
  if (kinds.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: kinds.flatMap(resourcesOf),
  };
}

function resourcesOf(served: ServedKind): object[] {
  const { plural, singular, namespaced, kind, shortNames, categories } = served;
  const names = { ...(shortNames.length > 0 ? { shortNames } : {}), ...(categories.length > 0 ? { categories } : {}) };
  const resources: object[] = [
    { name: plural, singularName: singular, namespaced, kind, verbs: OBJECT_VERBS, ...names },
  ];
  for (const [name, { actions, body }] of servedSubresources(served)) {
    const { group, version } = groupVersionOf(body.apiVersion);
    const foreign = body.apiVersion === served.apiVersion ? {} : { group, version };
    const verbs = actions.flatMap((action) => VERBS[action] ?? []);
    resources.push({ name: `${plural}/${name}`, singularName: '', namespaced, ...foreign, kind: body.kind, verbs });
  }
  return resources;
}

function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return { group, version };
}
