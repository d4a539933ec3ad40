import { Operations } from '../../ground/operation/index.js';
import { listChanges } from './changes.operations.js';
import { ActorLoader, ChangeActorResolver } from './change-actor.resolver.js';
import { ChangesResolver } from './changes.resolver.js';

@Operations([listChanges], { providers: [ActorLoader, ChangeActorResolver, ChangesResolver] })
export class ChangesModule {}
