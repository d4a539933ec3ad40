import { DecisionsModule } from '../decisions/index.js';
import { Operations } from '../../ground/operation/index.js';
import { groupPendingPods, listPendingPods } from './pending.operations.js';
import { PendingPodResolver } from './pending.resolver.js';

@Operations([groupPendingPods, listPendingPods], { imports: [DecisionsModule], providers: [PendingPodResolver] })
export class PendingModule {}
