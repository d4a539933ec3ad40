export {
  hasEnded,
  type Operation,
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationKind,
  type OperationWithResult,
} from './operation.js';
export { type AwaitedOperation, type OperationControl, OperationService, type Task } from './operation.service.js';
