export type { ContainerSecurity, PodSecurity, Profile, WindowsOptions } from './security.js';
export { checkContainerSecurity, checkPodSecurity, type HostNamespaces } from './security-rules.js';
export { checkOperatingSystem } from './operating-system-rules.js';
export { checkHostProcesses } from './host-process-rules.js';
export { eachContainer, type SecuredContainers } from './secured-containers.js';
