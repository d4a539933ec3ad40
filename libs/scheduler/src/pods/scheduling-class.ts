import { isTerminating, podUid, type Container, type Pod, type Volume, type VolumeSource } from '../objects/index.js';

/**
 * The class of a pod, as a canonical text: two pods of one class get the same verdict and the same raw score from every
 * plugin on every node of the same snapshot, nominations of either of them aside. It has everything of the pod that
 * plugins read, so it is also what a decision's digest can be chained by.
 */
export function schedulingClass(pod: Pod): string {
  const { metadata = {}, spec = {} } = pod;
  return canonicalText({
    namespace: metadata.namespace,
    labels: metadata.labels,
    controller: metadata.ownerReferences?.find(({ controller }) => controller === true),
    terminating: isTerminating(pod),
    // The claim of an ephemeral volume is named after its pod and owned by it.
    owner: spec.volumes?.some((volume) => volume.ephemeral) ? { name: metadata.name, uid: podUid(pod) } : undefined,
    nodeName: spec.nodeName,
    priority: spec.priority ?? 0,
    preemptionPolicy: spec.preemptionPolicy,
    nodeSelector: spec.nodeSelector,
    affinity: spec.affinity,
    tolerations: spec.tolerations,
    topologySpreadConstraints: spec.topologySpreadConstraints,
    schedulingGates: spec.schedulingGates,
    containers: spec.containers?.map(containerClass),
    initContainers: spec.initContainers?.map(containerClass),
    overhead: spec.overhead,
    requests: spec.resources?.requests,
    limits: spec.resources?.limits,
    volumes: spec.volumes?.filter(matters),
    resourceClaims: spec.resourceClaims,
    resizing: resizing(pod),
  });
}

/** Volumes that only the kubelet looks at have names that are often a pod's own. */
function matters({ name: _, ...sources }: Volume): boolean {
  return Object.keys(sources).some((source) => READ_SOURCES.has(source as VolumeSource));
}

/** Sources that some plugin reads. */
const READ_SOURCES: ReadonlySet<VolumeSource> = new Set<VolumeSource>([
  'persistentVolumeClaim',
  'ephemeral',
  'iscsi',
  'rbd',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cinder',
  'vsphereVolume',
  'portworxVolume',
]);

function containerClass({ image, restartPolicy, resources, ports }: Container): unknown {
  const hostPorts = (ports ?? [])
    .filter(({ hostPort = 0 }) => hostPort > 0)
    .map(({ hostPort, hostIP, protocol }) => ({ hostPort, hostIP, protocol }));
  const { requests, limits } = resources ?? {};
  return { image, restartPolicy, requests, limits, ...(hostPorts.length > 0 && { hostPorts }) };
}

/** Only pods whose containers are being resized are looked at in such detail. */
function resizing({ spec = {}, status = {} }: Pod): unknown {
  const statuses = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])]
    .filter(({ resources }) => resources)
    .map(({ name, resources, allocatedResources }) => ({ name, requests: resources?.requests, allocatedResources }));
  if (statuses.length === 0) return undefined;
  const names = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name);
  return { statuses, names, pending: status.conditions?.find(({ type }) => type === 'PodResizePending')?.reason };
}

/** JSON with sorted keys and without what is absent. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined && field !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalText(field)}`).join(',')}}`;
}
