export type { Asked, AskedPage, Definition, Door, FoundPage, Services, Uses } from './definition.js';
export { cutPage, type ListOrder } from './cut-page.js';
export { type AnyOperation, mutation, type Operation, operation, Operations } from './operation.js';
export type { MutationFace } from './fields.js';
