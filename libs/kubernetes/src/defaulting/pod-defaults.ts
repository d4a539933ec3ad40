import type { Pod, PodSpec, Volume } from '../types/index.js';
import { defaultContainer, defaultHostPorts, defaultRequests } from './container-defaults.js';
import { defaultPodLevelRequests } from './pod-resources.js';
import { qosClass } from './qos-class.js';

/** Fills in what a pod leaves open. // as API server v1.34 SetDefaults_Pod, SetDefaults_PodSpec and its pod strategy */
export function defaultPod(pod: Pod): void {
  const { spec } = pod;
  defaultPodSpec(spec);
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const { resources } of containers) if (resources !== undefined) defaultRequests(resources);
  defaultPodLevelRequests(spec);
  spec.enableServiceLinks ??= true;
  if (spec.hostNetwork === true) defaultHostPorts(containers);
  pod.status ??= {};
  pod.status.phase ||= 'Pending';
  pod.status.qosClass ||= qosClass(spec);
}

/** What the spec of a pod gets in a template as well. */
export function defaultPodSpec(spec: PodSpec): void {
  spec.restartPolicy ||= 'Always';
  spec.dnsPolicy ||= 'ClusterFirst';
  spec.schedulerName ||= 'default-scheduler';
  spec.terminationGracePeriodSeconds ??= 30;
  spec.securityContext ??= {};
  for (const list of [spec.containers, spec.initContainers, spec.ephemeralContainers]) list?.forEach(defaultContainer);
  spec.volumes?.forEach(defaultVolume);
}

/** A volume that names no source is an empty directory; files of secrets and their like are readable by all (0644). */
function defaultVolume(volume: Volume): void {
  if (Object.keys(volume).every((key) => key === 'name')) volume.emptyDir = {};
  for (const source of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    if (source !== undefined) source.defaultMode ??= 0o644;
  }
  if (volume.hostPath !== undefined) volume.hostPath.type ??= '';
}
