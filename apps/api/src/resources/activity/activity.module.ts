import { Operations } from '../../ground/operation/index.js';
import { readActivity, readHistoryReach, readNodesOverTime, readUtilizationOverTime } from './activity.operations.js';

@Operations([readActivity, readUtilizationOverTime, readNodesOverTime, readHistoryReach])
export class ActivityModule {}
