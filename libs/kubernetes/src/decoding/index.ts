export { list, object, resourceList, textMap, timeMap, type FieldDecoders } from './composites.js';
export type { Decoder, FieldType, ListType, MapType, ObjectType, ScalarType } from './decoder.js';
export { anyObject, flag, int32, int64, intOrText, quantity, text, time, whole } from './scalars.js';
