export { KubernetesModule } from './kubernetes.module.js';
