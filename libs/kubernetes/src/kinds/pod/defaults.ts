import type { Container } from '../../containers/index.js';
import { printTimes } from '../../metadata/index.js';
import { defaultPodLevelRequests, defaultPodSpec, dropDisabledFields, syncAppArmor } from '../../pod-spec/index.js';
import type { ResourceRequirements } from '../../resources/index.js';
import { qosClass } from './qos-class.js';
import type { Arrival } from '../kind-definition.js';
import type { Pod } from './type.js';

/** Fills in what a pod leaves open. // as API server v1.34 SetDefaults_Pod, SetDefaults_PodSpec */
export function defaultPod(pod: Pod): void {
  const { spec } = pod;
  defaultPodSpec(spec);
  // Of templates it stays. // as API server v1.34 Convert_v1_Pod_To_core_Pod
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const { resources } of containers) if (resources !== undefined) defaultRequests(resources);
  defaultPodLevelRequests(spec);
  spec.enableServiceLinks ??= true;
  if (spec.hostNetwork === true) defaultHostPorts(containers);
}

/**
 * A pod that has not run yet, and its class of service. // as API server v1.34 podStrategy.PrepareForCreate
 */
export function preparePod(pod: Pod, { isNew, old, subresource }: Arrival): void {
  if (subresource === 'status') keepObserved(pod.status, (old as Pod).status);
  if (isNew || old !== undefined) printTimes(pod.status?.conditions, ['lastProbeTime', 'lastTransitionTime']);
  if (isNew || old !== undefined) completeStatus(pod.status);
  if (isNew) syncAppArmor(pod.metadata.annotations, pod.spec);
  if (isNew || old !== undefined) dropDisabledFields(pod.spec, (old as Pod | undefined)?.spec);
  pod.status ??= {};
  // An update may take it away.
  if (old === undefined) pod.status.phase ||= 'Pending';
  pod.status.qosClass ||= qosClass(pod.spec);
}

/** The first of the addresses is the address. // as API server v1.34 Convert_v1_PodStatus_To_core_PodStatus */
function completeStatus(status: Pod['status']): void {
  if (status === undefined) return;
  const { podIP = '', podIPs: [first] = [] } = status;
  if (podIP !== '' && first?.ip !== podIP) status.podIPs = [{ ip: podIP }];
  else if (first?.ip !== undefined) status.podIP = first.ip;
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status;
  for (const container of [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses]) {
    container.state ??= {};
    container.lastState ??= {};
  }
}

/** A resource that has a limit and no request requests its limit. Pods only: templates keep what was written. */
function defaultRequests(resources: ResourceRequirements): void {
  if (resources.limits === undefined) return;
  resources.requests = { ...resources.limits, ...resources.requests };
}

/** In the host's network a port of the container is the same port of the host. */
function defaultHostPorts(containers: readonly Container[]): void {
  for (const port of containers.flatMap((container) => container.ports ?? [])) {
    if (!port.hostPort && port.containerPort !== undefined) port.hostPort = port.containerPort;
  }
}

/**
 * Of which generation a status and its conditions are stays known where the writer does not say it. Several conditions
 * of a type keep theirs in their order. // as API server v1.34 preserveOldObservedGeneration
 */
function keepObserved(status: Pod['status'], before: Pod['status']): void {
  if (status === undefined) return;
  if (before?.observedGeneration !== undefined) status.observedGeneration ||= before.observedGeneration;
  const known = [...(before?.conditions ?? [])];
  for (const condition of status.conditions ?? []) {
    const index = known.findIndex(({ type }) => type === condition.type);
    const [old] = index < 0 ? [] : known.splice(index, 1);
    if (old?.observedGeneration !== undefined) condition.observedGeneration ||= old.observedGeneration;
  }
}
