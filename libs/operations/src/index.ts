export {
  hasEnded,
  type Operation,
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationFailure,
  type OperationKind,
  type OperationProgress,
  type OperationState,
  type OperationWithResult,
} from './operation.js';
export {
  type AwaitedOperation,
  type OperationControl,
  OperationService,
  type OperationServiceOptions,
  type Task,
} from './operation.service.js';
export type { OperationCount, OperationFilter, OperationPage } from './operation.store.js';
export type { Applicant, Queue, Turn } from './queue.js';
