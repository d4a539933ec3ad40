export { jsonPatch, type PatchResult } from './json-patch.js';
export { mergePatch } from './merge-patch.js';
