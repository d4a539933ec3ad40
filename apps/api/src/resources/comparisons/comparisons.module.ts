import { Operations } from '../../ground/operation/index.js';
import { OperationsModule } from '../operations/index.js';
import { compare, compared, startComparison } from './comparisons.operations.js';

@Operations([compare, startComparison], { imports: [OperationsModule], providers: [compared] })
export class ComparisonsModule {}
