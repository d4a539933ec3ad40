import { Operations } from '../../ground/operation/index.js';
import { listCauses } from './causes.operations.js';
import { CausesResolver } from './causes.resolver.js';

@Operations([listCauses], { providers: [CausesResolver] })
export class CausesModule {}
