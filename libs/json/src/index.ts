export {
  DEEPEST_TEXT,
  DEEPEST_VALUE,
  endOfString,
  JsonShapeCounter,
  lengthOfJson,
  LONGEST_OBJECT,
  MOST_VALUES,
  shapeOfJson,
  shapeProblem,
  type JsonShape,
} from './bounds.js';
export { isJsonObject, type JsonObject, type JsonValue } from './json.js';
export { equalJson } from './equal-json.js';
export { ownField, setField } from './own-field.js';
export { jsonDifference, type JsonPatchOperation } from './json-difference.js';
export { jsonPatch, MOST_OPERATIONS, type JsonPatchOptions, type PatchResult } from './patch/json-patch.js';
export { mergeDifference } from './patch/merge-difference.js';
export { mergePatch } from './patch/merge-patch.js';
export { goSyntaxError } from './go-syntax-error.js';
