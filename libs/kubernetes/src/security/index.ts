export type { ContainerSecurity, PodSecurity, Profile, WindowsOptions } from './security.js';
export {
  checkContainerSecurity,
  checkId,
  checkPodSecurity,
  isAppArmorProfile,
  type HostNamespaces,
} from './security-rules.js';
export { checkOperatingSystem } from './operating-system-rules.js';
export { checkHostProcesses } from './host-process-rules.js';
export { eachContainer } from './secured-containers.js';
