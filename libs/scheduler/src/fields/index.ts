export { parseDuration } from './duration.js';
export { FieldReader, type IgnoredField } from './field-reader.js';
export { defaultResourceSpecs, readResourceSpecs, type ResourceSpec } from './resource-spec.js';
export { schemaOf, type ReadSchema } from './schema-reader.js';
