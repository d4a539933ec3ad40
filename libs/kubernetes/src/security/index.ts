export type { ContainerSecurity, PodSecurity, Profile, WindowsOptions } from './security.js';
export { checkContainerSecurity, checkPodSecurity, type HostNamespaces } from './security-rules.js';
export { checkOperatingSystem } from './operating-system-rules.js';
