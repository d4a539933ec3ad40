import { Operations } from '../../ground/operation/index.js';
import { listRefusals } from './refusals.operations.js';

@Operations([listRefusals])
export class RefusalsModule {}
