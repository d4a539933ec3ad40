export type {
  Container,
  ContainerPort,
  EnvVar,
  EphemeralContainer,
  ObjectField,
  Probe,
  ResourceField,
  VolumeMount,
} from './container.js';
export { defaultContainer } from './container-defaults.js';
export { containers, ephemeralContainers, resourceField } from './container-fields.js';
export { checkContainers, checkImage } from './container-rules.js';
export { checkObjectField, checkResourceField } from './env-rules.js';
export type { MountedVolumes } from './mount-rules.js';
export { checkPortNumber, checkProtocol } from './port-rules.js';
export { checkPort } from './probe-rules.js';
