import { ownField } from '#json';

/** What placement reads of the metadata of any object. */
const METADATA = [...['name', 'namespace', 'uid', 'labels', 'ownerReferences', 'deletionTimestamp']].map(
  (field) => `metadata.${field}`,
);

/** Kinds whose age counts: pods are tried in its order, and of several default classes the newest is taken. */
const AGED = new Set(['Pod', 'StorageClass']);
const AGE = 'metadata.creationTimestamp';

const CONTAINER = ['name', 'image', 'resources', 'ports', 'restartPolicy'];

/** Sources of volumes that say where a pod may run, or how many volumes its node takes. */
const VOLUME = [
  ...['persistentVolumeClaim', 'ephemeral', 'csi', 'gcePersistentDisk', 'awsElasticBlockStore', 'azureDisk'],
  ...['iscsi', 'rbd', 'cinder'],
];

const POD_SPEC = [
  ...['nodeName', 'schedulerName', 'priority', 'priorityClassName', 'preemptionPolicy', 'runtimeClassName'],
  ...['overhead', 'resources', 'nodeSelector', 'affinity', 'tolerations', 'topologySpreadConstraints'],
  ...['schedulingGates', 'resourceClaims', 'hostNetwork'],
  ...CONTAINER.flatMap((field) => [`containers.*.${field}`, `initContainers.*.${field}`]),
  ...VOLUME.map((source) => `volumes.*.${source}`),
];

const STATUSES = ['name', 'resources', 'allocatedResources', 'state.terminated.exitCode'];

const POD = [
  ...POD_SPEC.map((field) => `spec.${field}`),
  ...['phase', 'nominatedNodeName', 'startTime', 'conditions.*.type', 'conditions.*.status'].map(
    (field) => `status.${field}`,
  ),
  ...STATUSES.flatMap((field) => [`status.containerStatuses.*.${field}`, `status.initContainerStatuses.*.${field}`]),
];

const NODE = [
  ...['spec.taints.*.key', 'spec.taints.*.value', 'spec.taints.*.effect', 'spec.unschedulable', 'status.capacity'],
  ...['status.allocatable', 'status.images'],
  ...['status.conditions.*.type', 'status.conditions.*.status'],
];

const CONTROLLER = [
  ...['spec.replicas', 'spec.selector', 'spec.ordinals', 'spec.volumeClaimTemplates', 'spec.template.metadata.labels'],
  ...POD_SPEC.map((field) => `spec.template.spec.${field}`),
];

const VOLUME_SPEC = ['accessModes', 'storageClassName', 'volumeMode'].map((field) => `spec.${field}`);

const PERSISTENT_VOLUME = [
  ...VOLUME_SPEC,
  ...['spec.capacity', 'spec.claimRef', 'spec.nodeAffinity', 'spec.csi.driver', 'spec.csi.volumeHandle'],
  ...['spec.gcePersistentDisk', 'spec.awsElasticBlockStore', 'spec.azureDisk.diskURI', 'spec.cinder'],
];

const CLAIM = [...VOLUME_SPEC, 'spec.resources.requests', 'spec.volumeName', 'spec.selector'];

/** Kinds that are kept as data: no pod is placed by them. */
const DATA: readonly string[] = [
  ...['ClusterRole', 'ClusterRoleBinding', 'DeviceClass', 'EndpointSlice', 'Endpoints', 'Event', 'Ingress'],
  ...['HorizontalPodAutoscaler', 'IngressClass', 'NetworkPolicy', 'ResourceClaim', 'ResourceClaimTemplate'],
  ...['ResourceSlice', 'Role', 'RoleBinding'],
  ...['ConfigMap', 'ControllerRevision', 'CronJob', 'DaemonSet', 'Deployment', 'Job', 'Lease', 'PodTemplate'],
  'ServiceAccount',
];

/** What placement reads of the kinds of which it does not read everything; a star is any item or key. */
const READ: Readonly<Record<string, readonly string[]>> = {
  Node: NODE,
  Pod: POD,
  ReplicaSet: CONTROLLER,
  ReplicationController: CONTROLLER,
  StatefulSet: CONTROLLER,
  PersistentVolume: PERSISTENT_VOLUME,
  PersistentVolumeClaim: CLAIM,
  PodDisruptionBudget: ['spec'],
  StorageClass: ['provisioner', 'volumeBindingMode', 'allowedTopologies'],
  CSINode: ['name', 'allocatable', 'topologyKeys'].map((field) => `spec.drivers.*.${field}`),
  Service: ['spec.selector'],
  Namespace: [],
  ...Object.fromEntries(DATA.map((kind) => [kind, []])),
};

/** A path from the root of an object: names of fields, keys of maps, and places in lists. */
export type ObjectPath = readonly (string | number)[];

const FIELDS = new Map<string, readonly (readonly string[])[]>();

/**
 * Whether placement reads a value of an object, something in it, or something that it is in. Of kinds without a line
 * here it reads everything but the metadata.
 */
export function matters(kind: string, path: ObjectPath, value: unknown): boolean {
  if (path[0] !== 'metadata' && !Object.hasOwn(READ, kind)) return true;
  return fieldsOf(kind).some((field) => {
    const shared = Math.min(field.length, path.length);
    for (let index = 0; index < shared; index += 1)
      if (field[index] !== '*' && field[index] !== path[index]) return false;
    return path.length >= field.length || holds(value, field.slice(path.length));
  });
}

/** The same of a field that is not there: whether placement reads it, something in it, or something that it is in. */
export function mattersAbsent(kind: string, path: readonly string[]): boolean {
  if (path[0] !== 'metadata' && !Object.hasOwn(READ, kind)) return true;
  return fieldsOf(kind).some((field) =>
    path.every((part, at) => at >= field.length || field[at] === '*' || field[at] === part),
  );
}

function fieldsOf(kind: string): readonly (readonly string[])[] {
  let fields = FIELDS.get(kind);
  if (fields === undefined) {
    const paths = [...METADATA, ...(AGED.has(kind) ? [AGE] : []), ...(ownField(READ, kind) ?? [])];
    fields = paths.map((path) => path.split('.'));
    FIELDS.set(kind, fields);
  }
  return fields;
}

/** Whether there is anything at a path below a value. */
function holds(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (name === '*') return Object.values(value).some((one) => holds(one, rest));
  return Object.hasOwn(value, name) && holds(ownField(value as Record<string, unknown>, name), rest);
}
