import { ClustersModule } from '../clusters/index.js';
import { Operations } from '../../ground/operation/index.js';
import { RunLoader } from './run.loader.js';
import { cancelRun, getRun, listRuns, schedule } from './runs.operations.js';
import { RunClusterResolver, RunProgressResolver } from './scheduling.resolver.js';

@Operations([schedule, listRuns, cancelRun, getRun], {
  imports: [ClustersModule],
  providers: [RunClusterResolver, RunLoader, RunProgressResolver],
  exports: [RunLoader],
})
export class SchedulingModule {}
