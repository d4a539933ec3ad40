export { answerBegun, locate, refuseUnwaitedLines } from './answer-operation.js';
export { OperationLoader } from './operation.loader.js';
export { operationSchema, wait } from './operation.schema.js';
export { StartPayload } from './operations.inputs.js';
export { OperationModel } from './operations.model.js';
export { OperationsModule } from './operations.module.js';
