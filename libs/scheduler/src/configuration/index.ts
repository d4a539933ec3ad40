export { parseDuration } from './duration.js';
export { FieldReader, type IgnoredField } from './field-reader.js';
export { defaultResourceSpecs, readResourceSpecs, type ResourceSpec } from './resource-spec.js';
