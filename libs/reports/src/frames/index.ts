export { decisionsOf } from './decisions-of-frame.queries.js';
export { Frame, type ReportedCluster, type Stretch } from './frame.js';
export { MOST_BUCKETS, planFrames, timeProblems, type PlannedFrames, type ReportTimes } from './plan-frames.js';
export type { ReportSource } from './report-source.js';
export { timeOf } from './time-of-cluster.js';
