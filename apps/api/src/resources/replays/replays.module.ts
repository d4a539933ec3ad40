import { Operations } from '../../ground/operation/index.js';
import { OperationsModule } from '../operations/index.js';
import { replay, replayed, startReplay } from './replays.operations.js';

@Operations([replay, startReplay], { imports: [OperationsModule], providers: [replayed] })
export class ReplaysModule {}
