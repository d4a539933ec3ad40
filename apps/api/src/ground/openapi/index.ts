export { componentOf } from './component-of.js';
export { Described, type OperationDescription } from './described.js';
export { openApiDocument, type FurtherPaths } from './document.js';
export { CODES, type Operation as OpenApiOperation, type PathItem } from './document-types.js';
export { parametersOf } from './parameters.js';
export { problemSchema } from './problem.schema.js';
export { serveDocs } from './serve-docs.js';
