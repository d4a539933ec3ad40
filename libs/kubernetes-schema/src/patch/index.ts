export { appliedTo } from './applied.js';
export { goText, type PatchAnswer, type PatchProblem } from './patch-fault.js';
export { strategicMerge, type StrategicMerge } from './strategic-merge.js';
export { unrestorable } from './unrestorable.js';
