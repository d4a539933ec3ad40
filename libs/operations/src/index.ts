export {
  hasEnded,
  type Operation,
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationKind,
  type OperationWithResult,
} from './operation.js';
export { type AwaitedOperation, OperationService } from './operation.service.js';
export type { OperationControl, Task } from './task.js';
export { Conductor } from './conductor.js';
export { OperationJobs, requeue, type AskedOperation, type OperationWorks } from './operation-jobs.js';
