import { defaultContainer } from '../containers/index.js';
import { defaultVolume } from '../volumes/index.js';
import type { PodSpec } from './pod-spec.js';

/** What the spec of a pod gets, in a template as well. // as API server v1.34 SetDefaults_PodSpec */
export function defaultPodSpec(spec: PodSpec): void {
  spec.restartPolicy ||= 'Always';
  spec.dnsPolicy ||= 'ClusterFirst';
  spec.schedulerName ||= 'default-scheduler';
  spec.terminationGracePeriodSeconds ??= 30;
  spec.securityContext ??= {};
  const account = spec.serviceAccountName || spec.serviceAccount;
  if (account) Object.assign(spec, { serviceAccountName: account, serviceAccount: account });
  for (const list of [spec.containers, spec.initContainers, spec.ephemeralContainers]) list?.forEach(defaultContainer);
  spec.volumes?.forEach(defaultVolume);
}
