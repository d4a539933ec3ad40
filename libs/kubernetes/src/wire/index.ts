export { emptyObject } from './empty-object.js';
export { decodeObject, encodeObject, type DecodedObject, type NamedKind } from './envelope.js';
