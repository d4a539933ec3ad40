import { Operations } from '../../ground/operation/index.js';
import { listChanges } from './changes.operations.js';
import { ChangesResolver } from './changes.resolver.js';

@Operations([listChanges], { providers: [ChangesResolver] })
export class ChangesModule {}
