export {
  DEEPEST_TEXT,
  endOfString,
  JsonShapeCounter,
  lengthOfJson,
  LONGEST_OBJECT,
  MOST_VALUES,
  shapeOfJson,
  shapeProblem,
  type JsonShape,
} from './bounds.js';
export { exactnessProblems, isKeepable } from './exactness.js';
export { isJsonObject, type JsonObject, type JsonValue } from './json.js';
