export { type Asked, type AskedPage, type FoundPage } from './definition.js';
export { type AnyOperation, type Operation, operation, Operations } from './operation.js';
