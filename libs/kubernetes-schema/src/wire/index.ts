export { emptyObject } from './empty-object.js';
export { dropZeros, printZeros } from './printed-form.js';
export { decodeObject, encodeObject, type DecodedObject, type NamedKind } from './envelope.js';
