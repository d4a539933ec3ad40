export { Described, type OperationDescription } from './described.js';
export { openApiDocument } from './document.js';
export { serveDocs } from './serve-docs.js';
