export { openApiDocument, openApiIndex } from './documents.js';
