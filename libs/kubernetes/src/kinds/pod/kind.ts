import { list, object, resourceList, text, time } from '../../decoding/index.js';
import { conditions } from '../../metadata/index.js';
import { checkPodSpec, podSpec } from '../../pod-spec/index.js';
import type { JudgedField } from '../../problems/index.js';
import { resourceRequirements } from '../../resources/index.js';
import { defineKind } from '../kind-definition.js';
import { defaultPod, preparePod } from './defaults.js';
import type { ContainerStatus, Pod, PodStatus } from './type.js';
import { checkPodUpdate } from './update-rules.js';

const containerStatuses = list(
  object<ContainerStatus>({ name: text, allocatedResources: resourceList, resources: resourceRequirements }),
);

const status = object<PodStatus>({
  phase: text,
  qosClass: text,
  startTime: time,
  nominatedNodeName: text,
  reason: text,
  message: text,
  podIP: text,
  conditions,
  containerStatuses,
  initContainerStatuses: containerStatuses,
});

/** All about the kind Pod. */
export const podKind = defineKind<Pod>({
  apiVersion: 'v1',
  kind: 'Pod',
  plural: 'pods',
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
    'status.nominatedNodeName': '',
  },
  fieldAliases: { 'spec.host': 'spec.nodeName' },
  hasSpec: true,
  fields: { spec: podSpec, status },
  complete: defaultPod,
  prepare: preparePod,
  check,
  checkUpdate: checkPodUpdate,
});

/** A pod that waits at a gate is bound nowhere. // as API server v1.34 ValidatePodCreate */
function check(pod: Pod, root: JudgedField): void {
  checkPodSpec(pod.spec, root.child('spec'));
  const { schedulingGates = [], nodeName = '' } = pod.spec;
  if (nodeName !== '' && schedulingGates.length > 0) {
    root.child('spec').child('nodeName').forbidden('cannot be set until all schedulingGates have been cleared');
  }
}
