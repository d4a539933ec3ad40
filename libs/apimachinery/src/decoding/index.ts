export { list, object, resourceList, textMap, timeMap, type FieldDecoders } from './composites.js';
export {
  decoder,
  type Decoder,
  type FieldType,
  type ListType,
  type MapType,
  type ObjectType,
  type ScalarType,
} from './decoder.js';
export { anyObject, flag, int32, int64, intOrText, quantity, roundedQuantity, text, time, whole } from './scalars.js';
