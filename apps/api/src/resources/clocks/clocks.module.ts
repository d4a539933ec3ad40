import { Operations } from '../../ground/operation/index.js';
import { OperationsModule } from '../operations/index.js';
import { getClock, getQueue, movedClock, moveClock, startMoveClock } from './clocks.operations.js';

@Operations([getClock, moveClock, startMoveClock, getQueue], { imports: [OperationsModule], providers: [movedClock] })
export class ClocksModule {}
