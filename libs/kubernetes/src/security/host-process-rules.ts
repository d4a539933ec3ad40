import type { JudgedField } from '#apimachinery';
import { eachContainer, type SecuredContainers } from './secured-containers.js';
import type { PodSecurity } from './security.js';

interface PodOfHostProcesses extends SecuredContainers {
  readonly securityContext?: PodSecurity;
  readonly hostNetwork?: boolean;
}

/**
 * Containers of Windows that are processes of their host: all of a pod or none, in the network of the host.
 * // as API server v1.34 validateWindowsHostProcessPod
 */
export function checkHostProcesses(pod: PodOfHostProcesses, at: JudgedField): void {
  const ofPod = pod.securityContext?.windowsOptions?.hostProcess;
  let containers = 0;
  let hostProcesses = 0;
  eachContainer(pod, at, ({ securityContext }, path) => {
    const own = securityContext?.windowsOptions?.hostProcess;
    containers += 1;
    if (own ?? ofPod ?? false) hostProcesses += 1;
    if (ofPod === undefined || own === undefined || own === ofPod) return;
    const field = path.child('securityContext').child('windowsOptions').child('hostProcess');
    field.invalid(own, `pod hostProcess value must be identical if both are specified, was ${String(ofPod)}`);
  });
  if (hostProcesses === 0) return;
  if (hostProcesses !== containers)
    at.invalid('', 'If pod contains any hostProcess containers then all containers must be HostProcess containers');
  if (pod.hostNetwork !== true)
    at.child('hostNetwork').invalid(false, 'hostNetwork must be true if pod contains any hostProcess containers');
}
