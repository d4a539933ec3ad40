export {
  emptyAttempt,
  type Attempt,
  type PluginStatus,
  type PostFilterRecord,
  type PreFilterRecord,
} from './attempt.js';
export {
  NO_NODES_AVAILABLE,
  countedMessage,
  fitErrorMessage,
  policyFitError,
  saidFirst,
  saidTogether,
} from './fit-error.js';
export { cycleFor, type AttemptScope } from './plugin-cycle.js';
export { NotSupportedYet, PluginFailure, failureOf, guard } from './plugin-failure.js';
