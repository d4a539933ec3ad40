export {
  kubernetesType,
  kubernetesTypes,
  type KubernetesScalar,
  type KubernetesShape,
  type KubernetesType,
} from './field-table.js';
