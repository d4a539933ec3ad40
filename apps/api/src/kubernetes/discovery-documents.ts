import { foundResources, foundGroups, type FoundResource } from './discovery.js';

/** metav1.APIVersions of the core group. */
export function apiVersions(): object {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '' }],
  };
}

/** metav1.APIGroupList */
export function apiGroupList(): object {
  const groups = [...foundGroups()].map(([name, versions]) => groupBody(name, versions));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

/** metav1.APIGroup; undefined for a group that is not served. */
export function apiGroup(group: string): object | undefined {
  const versions = foundGroups().get(group);
  return versions && { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(group, versions) };
}

function groupBody(name: string, served: readonly string[]): object {
  const versions = served.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions, preferredVersion: versions[0] };
}

/** metav1.APIResourceList; undefined for a group version that is not served. */
export function apiResourceList(group: string, version: string): object | undefined {
  const resources = foundResources(group, version);
  if (resources.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: resources.flatMap(listed),
  };
}

/** A resource and its subresources, which stand behind it; the kind of another group says so. */
function listed({ served, verbs, subresources }: FoundResource): object[] {
  const { plural, singular, namespaced, kind, apiVersion } = served;
  return [
    { name: plural, singularName: singular, namespaced, kind, verbs, ...namesOf(served) },
    ...subresources.map((one) => ({
      name: `${plural}/${one.name}`,
      singularName: '',
      namespaced,
      ...(one.apiVersion !== apiVersion && groupVersion(one.apiVersion)),
      kind: one.kind,
      verbs: one.verbs,
    })),
  ];
}

function namesOf({ shortNames, categories }: FoundResource['served']): object {
  return { ...(shortNames.length > 0 && { shortNames }), ...(categories.length > 0 && { categories }) };
}

function groupVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return { group, version };
}

/** The media type of the aggregated documents: clients take no other for them. */
export const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** apidiscovery.k8s.io/v2 APIGroupDiscoveryList of the core group, or of all others. */
export function aggregatedDiscovery(of: 'core' | 'groups'): object {
  const groups: Iterable<readonly [string, readonly string[]]> = of === 'core' ? [['', ['v1']]] : foundGroups();
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [...groups].map(([name, versions]) => ({
      metadata: name === '' ? {} : { name },
      versions: versions.map((version) => ({
        version,
        freshness: 'Current',
        resources: foundResources(name, version).map(discovered),
      })),
    })),
  };
}

function discovered({ served, verbs, subresources }: FoundResource): object {
  const { plural, singular, namespaced, kind, apiVersion } = served;
  return {
    resource: plural,
    responseKind: { group: '', version: '', kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...namesOf(served),
    ...(subresources.length > 0 && {
      subresources: subresources.map((one) => ({
        subresource: one.name,
        responseKind: {
          ...(one.apiVersion === apiVersion ? { group: '', version: '' } : groupVersion(one.apiVersion)),
          kind: one.kind,
        },
        verbs: one.verbs,
      })),
    }),
  };
}
