export {
  hasEnded,
  type Operation,
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationKind,
  type OperationWithResult,
} from './operation.js';
export { type AwaitedOperation, type OperationControl, OperationService, type Task } from './operation.service.js';
export { Conductor } from './conductor.js';
export { OperationJobs, requeue, type AskedOperation, type OperationWorks } from './operation-jobs.js';
