import { int64, list, object, resourceList, text, time, whole, type JudgedField } from '#apimachinery';
import { conditions } from '../../metadata/index.js';
import {
  checkOnlyForPod,
  checkPodAnnotations,
  checkPodSpec,
  checkProfilesMatch,
  podSpec,
} from '../../pod-spec/index.js';
import { resourceRequirements } from '../../resources/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { podColumns } from './columns.js';
import { defaultPod, preparePod } from './defaults.js';
import type { ContainerStatus, Pod, PodStatus } from './type.js';
import { checkPodStatus } from './status-rules.js';
import { checkEphemeralContainers, checkResize } from './subresource-rules.js';
import { checkPodUpdate } from './update-rules.js';

const containerStatuses = list(
  object<ContainerStatus>({
    name: text,
    state: whole(),
    lastState: whole(),
    user: whole(),
    allocatedResources: resourceList,
    resources: resourceRequirements,
  }),
);

const podAddress = object<{ ip?: string }>({ ip: text });

type ClaimStatus = NonNullable<PodStatus['resourceClaimStatuses']>[number];

const status = object<PodStatus>({
  phase: text,
  qosClass: text,
  startTime: time,
  nominatedNodeName: text,
  observedGeneration: int64,
  reason: text,
  message: text,
  podIP: text,
  podIPs: list(podAddress, { mergeKey: 'ip' }),
  hostIP: text,
  hostIPs: list(podAddress, { mergeKey: 'ip' }),
  resourceClaimStatuses: list(object<ClaimStatus>({ name: text, resourceClaimName: text }), { mergeKey: 'name' }),
  conditions,
  containerStatuses,
  initContainerStatuses: containerStatuses,
  ephemeralContainerStatuses: containerStatuses,
});

/** All about the kind Pod. */
export const podKind = defineKind<Pod>({
  apiVersion: 'v1',
  kind: 'Pod',
  plural: 'pods',
  judgesMetadata: ['whole', 'change'],
  shortNames: ['po'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  boundBy: 'nodeName',
  countsGeneration: true,
  returnsDeleted: true,
  selectableFields: {
    'spec.nodeName': '',
    'spec.restartPolicy': '',
    'spec.schedulerName': '',
    'spec.serviceAccountName': '',
    'spec.hostNetwork': 'false',
    'status.phase': '',
    'status.podIP': '',
    // Of a list upstream reads nothing.
    'status.podIPs': '',
    'status.nominatedNodeName': '',
  },
  fieldAliases: { 'spec.host': 'spec.nodeName' },
  hasSpec: true,
  columns: podColumns,
  fields: { spec: podSpec, status },
  complete: defaultPod,
  prepare: preparePod,
  check,
  checkUpdate: checkPodUpdate,
  checkStatus: checkPodStatus,
  subresourceRules: { ephemeralcontainers: { check: checkEphemeralContainers }, resize: { check: checkResize } },
});

/** A pod that waits at a gate is bound nowhere. // as API server v1.34 ValidatePodCreate */
function check(pod: Pod, root: JudgedField, { isNew }: Arrival): void {
  const { annotations } = pod.metadata;
  checkPodAnnotations(annotations, pod.spec, root.child('metadata').child('annotations'));
  checkPodSpec(pod.spec, root.child('spec'), pod.metadata.name);
  checkOnlyForPod(pod.spec, root.child('spec'));
  const { schedulingGates = [], nodeName = '', ephemeralContainers } = pod.spec;
  if (isNew && ephemeralContainers !== undefined)
    root.child('spec').child('ephemeralContainers').forbidden('cannot be set on create');
  if (nodeName !== '' && schedulingGates.length > 0) {
    root.child('spec').child('nodeName').forbidden('cannot be set until all schedulingGates have been cleared');
  }
  if (isNew) checkProfilesMatch(annotations, pod.spec, root.child('spec'));
}
