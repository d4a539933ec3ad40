import { Operations } from '../../ground/operation/index.js';
import { listHeads } from './heads.operations.js';
import { HeadsResolver } from './heads.resolver.js';

@Operations([listHeads], { providers: [HeadsResolver] })
export class HeadsModule {}
