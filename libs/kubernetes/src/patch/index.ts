export { equalJson } from './equal-json.js';
export { jsonDifference, type JsonPatchOperation } from './json-difference.js';
export { jsonPatch, MOST_OPERATIONS, type PatchResult } from './json-patch.js';
export { mergePatch } from './merge-patch.js';
