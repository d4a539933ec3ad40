export { type Change, quantityOf } from './pair/index.js';
export {
  DEFAULT_COSTS,
  type Costs,
  whyNot,
  whyNotWithRequests,
  type WhyNot,
  type PodStanding,
  type MayName,
  causesAt,
  fitAnywhere,
  type FitAnywhere,
} from './why-not/index.js';
export {
  contributionsAt,
  contributionsInWords,
  why,
  withPlaceFacts,
  withPreemption,
  withRequestChanges,
  type Why,
  placeFacts,
  placeFactsInWords,
  type PlaceFacts,
  explainPreemption,
  lessLost,
  PREEMPTION_RULES,
  type ExplainedPreemption,
} from './why/index.js';
export { requestChanges, type OtherRequests, type RequestChange } from './requests/index.js';
export type { Manifests } from './facts/index.js';
export { advise, type Advice, GroupedPods, type ModelObjects, ADVICE_RULES } from './advice/index.js';
export { explainPending, type PendingExplanation, type QuotaObject, type RefusedPod } from './pending/index.js';
