export { beginDeletion, endsWith, isHeld, type Deletion } from './begin-deletion.js';
export { deleteOptionsProblems, type DeleteOptions, type PropagationPolicy } from './delete-options.js';
export { FOREGROUND, ORPHAN } from './finalizers.js';
