export { locateCluster } from './locate-cluster.js';
export { ClusterMoments, type MomentReading } from './cluster-moments.js';
export { refuseAfter } from './before-kept.js';
export { momentProblem, readMoment, type Moment } from './moment.js';
export { resolveMoment } from './resolve-moment.js';
export { seenState } from './seen-state.js';
