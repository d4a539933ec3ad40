export { dropAbsentFields } from './absent-fields.js';
export { fieldWarnings, type FieldWarning } from './field-warnings.js';
export {
  kubernetesType,
  kubernetesTypes,
  type KubernetesScalar,
  type KubernetesShape,
  type KubernetesType,
} from './field-table.js';
export { dropUnknownFields, withoutUnknownFields, type UnknownField } from './unknown-fields.js';
export { undecodable, type Undecodable } from './wrong-types.js';
