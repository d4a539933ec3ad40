export { microTimeOf, parseDuration, timeOf } from './clock/index.js';
export { allControllers } from './controllers/index.js';
export { evicting, stayOf } from './controllers/taint-eviction/index.js';
export { parseSpan, type KubeletModel } from './controllers/kubelet/index.js';
export {
  keptAfter,
  LivingCluster,
  MOST_LOOKS,
  type Cause,
  type Change,
  type ControllerEntry,
  type GivenChange,
  type KeptDifference,
  type KeptState,
  type LivingBeginning,
  type Moment,
  type StoppedLoop,
} from './engine/index.js';
export { EVENT_CAUSE } from './events/index.js';
export {
  queueView,
  SCHEDULER,
  type MadeAttempt,
  type QueuedPod,
  type QueueView,
  type SchedulerOptions,
} from './scheduling/index.js';
