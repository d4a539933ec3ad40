import { ClustersModule } from '../clusters/index.js';
import { Operations } from '../../ground/operation/index.js';
import { OperationLoader } from './operation.loader.js';
import { cancelOperation, getOperation, listOperations } from './operations.operations.js';
import { OperationsResolver } from './operations.resolver.js';

@Operations([listOperations, getOperation, cancelOperation], {
  imports: [ClustersModule],
  providers: [OperationLoader, OperationsResolver],
  exports: [OperationLoader],
})
export class OperationsModule {}
