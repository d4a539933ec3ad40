/** Everything the API needs to know about a kind to serve it. */
export interface KindDescription {
  /** As objects carry it: `v1`, `apps/v1`. */
  readonly apiVersion: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: KindName;
  /** As paths carry it. */
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  /** Whether `/status` is served, and the main path therefore leaves the status alone. */
  readonly statusSubresource: boolean;
  readonly categories: readonly string[];
}

interface KindOptions {
  readonly plural: string;
  readonly short?: readonly string[];
  readonly namespaced?: boolean;
  readonly status?: boolean;
  readonly categories?: readonly string[];
}

/** The kinds that are kept. Source of names, short names and categories: the discovery documents of an API server v1.34. */
const KINDS: readonly KindDescription[] = [
  kind('v1', 'Namespace', { plural: 'namespaces', short: ['ns'], status: true }),
  kind('v1', 'Node', { plural: 'nodes', short: ['no'], status: true }),
  kind('v1', 'Pod', { plural: 'pods', short: ['po'], namespaced: true, status: true, categories: ['all'] }),
  kind('v1', 'PersistentVolume', { plural: 'persistentvolumes', short: ['pv'], status: true }),
  kind('v1', 'PersistentVolumeClaim', {
    plural: 'persistentvolumeclaims',
    short: ['pvc'],
    namespaced: true,
    status: true,
  }),
  kind('v1', 'ReplicationController', {
    plural: 'replicationcontrollers',
    short: ['rc'],
    namespaced: true,
    status: true,
    categories: ['all'],
  }),
  kind('v1', 'Service', { plural: 'services', short: ['svc'], namespaced: true, status: true, categories: ['all'] }),
  kind('apps/v1', 'ReplicaSet', {
    plural: 'replicasets',
    short: ['rs'],
    namespaced: true,
    status: true,
    categories: ['all'],
  }),
  kind('apps/v1', 'StatefulSet', {
    plural: 'statefulsets',
    short: ['sts'],
    namespaced: true,
    status: true,
    categories: ['all'],
  }),
  kind('node.k8s.io/v1', 'RuntimeClass', { plural: 'runtimeclasses' }),
  kind('policy/v1', 'PodDisruptionBudget', {
    plural: 'poddisruptionbudgets',
    short: ['pdb'],
    namespaced: true,
    status: true,
  }),
  kind('scheduling.k8s.io/v1', 'PriorityClass', { plural: 'priorityclasses', short: ['pc'] }),
  kind('storage.k8s.io/v1', 'CSIDriver', { plural: 'csidrivers' }),
  kind('storage.k8s.io/v1', 'CSINode', { plural: 'csinodes' }),
  kind('storage.k8s.io/v1', 'CSIStorageCapacity', { plural: 'csistoragecapacities', namespaced: true }),
  kind('storage.k8s.io/v1', 'StorageClass', { plural: 'storageclasses', short: ['sc'] }),
  kind('storage.k8s.io/v1', 'VolumeAttachment', { plural: 'volumeattachments', status: true }),
];

/** The names of the kinds that are kept. */
export type KindName =
  | 'Namespace'
  | 'Node'
  | 'Pod'
  | 'PersistentVolume'
  | 'PersistentVolumeClaim'
  | 'ReplicationController'
  | 'Service'
  | 'ReplicaSet'
  | 'StatefulSet'
  | 'RuntimeClass'
  | 'PodDisruptionBudget'
  | 'PriorityClass'
  | 'CSIDriver'
  | 'CSINode'
  | 'CSIStorageCapacity'
  | 'StorageClass'
  | 'VolumeAttachment';

const byApiVersionAndKind: ReadonlyMap<string, KindDescription> = new Map(
  KINDS.map((one) => [`${one.apiVersion} ${one.kind}`, one]),
);
const byGroupVersionAndPlural: ReadonlyMap<string, KindDescription> = new Map(
  KINDS.map((one) => [`${one.group} ${one.version} ${one.plural}`, one]),
);
const byName: ReadonlyMap<string, KindDescription> = new Map(KINDS.map((one) => [one.kind, one]));

/** Every kind that is kept. */
export function allKinds(): readonly KindDescription[] {
  return KINDS;
}

/** The kind that an object claims to be, or undefined where it is not kept. */
export function findKind(apiVersion: string, kindName: string): KindDescription | undefined {
  return byApiVersionAndKind.get(`${apiVersion} ${kindName}`);
}

/** The kind behind a path; `group` is empty under `/api`. */
export function findResource(group: string, version: string, plural: string): KindDescription | undefined {
  return byGroupVersionAndPlural.get(`${group} ${version} ${plural}`);
}

/** The kind of a name: no two groups share one here. */
export function findKindByName(kindName: string): KindDescription | undefined {
  return byName.get(kindName);
}

function kind(apiVersion: string, name: KindName, options: KindOptions): KindDescription {
  const slash = apiVersion.indexOf('/');
  return Object.freeze({
    apiVersion,
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind: name,
    plural: options.plural,
    singular: name.toLowerCase(),
    shortNames: options.short ?? [],
    namespaced: options.namespaced ?? false,
    statusSubresource: options.status ?? false,
    categories: options.categories ?? [],
  });
}
