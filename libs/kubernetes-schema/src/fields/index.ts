export { dropAbsentFields, type EmptyFields } from './absent-fields.js';
export { foreignKind, type GivenKind } from './foreign-kind.js';
export { fieldWarnings, type FieldWarning } from './field-warnings.js';
export {
  kubernetesType,
  kubernetesTypes,
  typeOfField,
  type FieldFacts,
  type KubernetesField,
  type KubernetesScalar,
  type KubernetesShape,
  type KubernetesType,
} from './field-table.js';
export {
  kubernetesResources,
  typeOfKind,
  type KindReference,
  type KubernetesResource,
  type ResourceActions,
} from './resource-table.js';
export { isPrintedNull, tableDecoder } from './table-decoder.js';
export { dropUnknownFields, withoutUnknownFields, type UnknownField } from './unknown-fields.js';
export { undecodable, type Undecodable } from './wrong-types.js';
