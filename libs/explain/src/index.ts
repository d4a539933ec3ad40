export { type Change, quantityOf } from './pair/index.js';
export { DEFAULT_COSTS, type Costs } from './why-not/costs.js';
export { whyNot, whyNotWithRequests, type WhyNot } from './why-not/why-not.js';
export { why, withRequestChanges, type Why } from './why/why.js';
export { requestChanges, type RequestChange } from './requests/index.js';
export type { MayName } from './why-not/naming.js';
export { fitAnywhere, type FitAnywhere } from './why-not/fit-anywhere.js';
export { advise, type Advice, GroupedPods, type ModelObjects, ADVICE_RULES } from './advice/index.js';
export { explainPending, type PendingExplanation, type QuotaObject, type RefusedPod } from './pending/index.js';
