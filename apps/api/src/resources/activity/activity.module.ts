import { Operations } from '../../ground/operation/index.js';
import { readActivity, readHistoryReach, readUtilizationOverTime } from './activity.operations.js';

@Operations([readActivity, readUtilizationOverTime, readHistoryReach])
export class ActivityModule {}
