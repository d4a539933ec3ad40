export { statusText } from './answers/index.js';
export { describedPaths } from './described-paths.js';
export { KubernetesModule } from './kubernetes.module.js';
