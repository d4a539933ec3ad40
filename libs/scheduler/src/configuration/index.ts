export { FieldReader } from './field-reader.js';
export { defaultResourceSpecs, readResourceSpecs, type ResourceSpec } from './resource-spec.js';
