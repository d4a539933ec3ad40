export { answerBegun } from './answer-operation.js';
export { BackgroundWorks, backgroundWorks, type BackgroundWork } from './background-works.js';
export { longOperation } from './long-operation.js';
export { operationSchema, wait } from './operation.schema.js';
export { OperationModel, operationRef } from './operations.model.js';
export { OperationsModule } from './operations.module.js';
export { resultOf } from './result.resolver.js';
