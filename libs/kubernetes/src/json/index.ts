export { exactnessProblems } from './exactness.js';
export { isJsonObject, type JsonObject, type JsonValue } from './json.js';
