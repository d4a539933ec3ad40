import { Operations } from '../../ground/operation/index.js';
import { getClock, getQueue, moveClock } from './clocks.operations.js';

@Operations([getClock, moveClock, getQueue])
export class ClocksModule {}
