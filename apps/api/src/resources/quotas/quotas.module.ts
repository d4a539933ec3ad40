import { Operations } from '../../ground/operation/index.js';
import { listQuotas } from './quotas.operations.js';

@Operations([listQuotas])
export class QuotasModule {}
