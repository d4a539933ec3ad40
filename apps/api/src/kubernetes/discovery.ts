import { ownField } from '#json';
import { servedKinds, type KindDescription } from '#kubernetes';
import { kubernetesResources } from '#kubernetes-schema';
import { REVIEWS } from './reviews/index.js';
import { servedSubresources } from './resource-path.js';

/** What discovery says of a kind that is served, or of one that is posted to be answered alone. */
type FoundKind = Pick<
  KindDescription,
  'apiVersion' | 'plural' | 'singular' | 'namespaced' | 'shortNames' | 'categories'
> & { readonly kind: string };

/** A resource as clients find it: an entry of metav1.APIResourceList, and of the aggregated documents. */
export interface FoundResource<Kind extends FoundKind = FoundKind> {
  readonly served: Kind;
  readonly verbs: readonly string[];
  readonly subresources: readonly FoundSubresource[];
}

export interface FoundSubresource {
  readonly name: string;
  /** Of its body and answer. */
  readonly kind: string;
  readonly apiVersion: string;
  readonly verbs: readonly string[];
}

/** The groups in the order in which the API server v1.34 has them; others follow. */
const GROUPS: readonly string[] = [
  'apps',
  'events.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'networking.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'scheduling.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
  'resource.k8s.io',
];

/** The verbs of methods and of actions, as discovery calls them. */
const VERBS: Readonly<Record<string, string>> = { get: 'get', patch: 'patch', post: 'create', put: 'update' };

/** The groups of the kinds that are served beside the core group, each with its versions. */
export function servedGroups(): ReadonlyMap<string, readonly string[]> {
  return groupsOf(servedKinds());
}

/** The same as clients find them, with those of reviews. */
export function foundGroups(): ReadonlyMap<string, readonly string[]> {
  const ofReviews = Object.values(REVIEWS).map(({ apiVersion }) => {
    const [group = '', version = ''] = apiVersion.split('/');
    return { group, version };
  });
  return groupsOf([...servedKinds(), ...ofReviews]);
}

function groupsOf(kinds: Iterable<Pick<KindDescription, 'group' | 'version'>>): Map<string, readonly string[]> {
  const versions = new Map<string, string[]>();
  for (const { group, version } of kinds) {
    if (group === '') continue;
    const known = versions.get(group) ?? [];
    if (!known.includes(version)) versions.set(group, [...known, version]);
  }
  const placeOf = (group: string): number => (GROUPS.includes(group) ? GROUPS.indexOf(group) : GROUPS.length);
  return new Map([...versions].sort(([a], [b]) => placeOf(a) - placeOf(b)));
}

/** The kinds of a group version by their names; none of one that is not served. */
export function resourcesOf(group: string, version: string): readonly FoundResource<KindDescription>[] {
  return servedKinds()
    .filter((kind) => kind.group === group && kind.version === version)
    .map(foundResource)
    .sort((a, b) => (a.served.plural < b.served.plural ? -1 : 1));
}

/** The same as clients find them, with reviews: these can be posted, and nothing else. */
export function foundResources(group: string, version: string): readonly FoundResource[] {
  const reviews = Object.values(REVIEWS).filter(({ apiVersion }) => apiVersion === `${group}/${version}`);
  const found = reviews.map(({ apiVersion, kind }): FoundResource => {
    const singular = kind.toLowerCase();
    const namespaced = kind === REVIEWS.localAccess.kind;
    const served = { apiVersion, kind, plural: `${singular}s`, singular, namespaced, shortNames: [], categories: [] };
    return { served, verbs: ['create'], subresources: [] };
  });
  return [...resourcesOf(group, version), ...found].sort((a, b) => (a.served.plural < b.served.plural ? -1 : 1));
}

function foundResource(served: KindDescription): FoundResource<KindDescription> {
  const known = kubernetesResources().find(
    ({ apiVersion, plural }) => apiVersion === served.apiVersion && plural === served.plural,
  );
  const collection = new Set(known?.actions ?? []);
  const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
  return {
    served,
    verbs: verbs.filter((verb) => verb !== 'deletecollection' || collection.has(verb)),
    subresources: subresourcesOf(served),
  };
}

function subresourcesOf(kind: KindDescription): FoundSubresource[] {
  return [...servedSubresources(kind)].map(([name, { actions, body }]) => ({
    name,
    ...body,
    verbs: actions.flatMap((action) => ownField(VERBS, action) ?? []).sort(),
  }));
}
