import type { Container } from '../../containers/index.js';
import { defaultPodLevelRequests, defaultPodSpec } from '../../pod-spec/index.js';
import type { ResourceRequirements } from '../../resources/index.js';
import { qosClass } from './qos-class.js';
import type { Pod } from './type.js';

/** Fills in what a pod leaves open. // as API server v1.34 SetDefaults_Pod, SetDefaults_PodSpec */
export function defaultPod(pod: Pod): void {
  const { spec } = pod;
  defaultPodSpec(spec);
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const { resources } of containers) if (resources !== undefined) defaultRequests(resources);
  defaultPodLevelRequests(spec);
  spec.enableServiceLinks ??= true;
  if (spec.hostNetwork === true) defaultHostPorts(containers);
}

/** A pod that has not run yet, and its class of service. // as API server v1.34 podStrategy.PrepareForCreate */
export function preparePod(pod: Pod): void {
  pod.status ??= {};
  pod.status.phase ||= 'Pending';
  pod.status.qosClass ||= qosClass(pod.spec);
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
