export type { Container, ContainerPort, Probe, VolumeMount } from './container.js';
export { defaultContainer } from './container-defaults.js';
export { containers } from './container-fields.js';
export { checkContainers } from './container-rules.js';
export { checkPortNumber, checkProtocol } from './port-rules.js';
