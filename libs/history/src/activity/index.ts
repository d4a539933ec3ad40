export {
  ActivityService,
  OPERATIONS,
  type Activity,
  type BucketsRequest,
  type HistoryReach,
  type PastUtilization,
} from './activity.service.js';
export type { ClusterSums, ResourceSum } from './running-sums.js';
