import { Operations } from '../../ground/operation/index.js';
import { forkCluster, listForks } from './forks.operations.js';

@Operations([listForks, forkCluster])
export class ForksModule {}
