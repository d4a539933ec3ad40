export {
  ActivityService,
  OPERATIONS,
  type Activity,
  type BucketsRequest,
  type HistoryReach,
  type NodesOverTime,
  type PastUtilization,
} from './activity.service.js';
export type { ClusterSums, ResourceSum } from './cluster-totals.js';
