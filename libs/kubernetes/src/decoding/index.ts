export { list, object, resourceList, textMap, timeMap, type FieldDecoders } from './composites.js';
export { decoder } from './decoder.js';
export type { Decoder, FieldType, ListType, MapType, ObjectType, ScalarType } from './decoder.js';
export { anyObject, flag, int32, int64, intOrText, quantity, roundedQuantity, text, time, whole } from './scalars.js';
