import { Operations } from '../../ground/operation/index.js';
import { explainPending, listAdvice } from './advice.operations.js';

@Operations([listAdvice, explainPending])
export class AdviceModule {}
