export { decodeObject, encodeObject, type DecodedObject, type NamedKind } from './envelope.js';
