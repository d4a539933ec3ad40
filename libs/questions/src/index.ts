export {
  ClusterAdviceService,
  WhyNotService,
  type AdvicePage,
  type AdviceRequest,
  type FitAnywhereRequest,
  type WhyNotRequest,
  type CostsRequest,
} from './explain/index.js';
export {
  PendingService,
  obstacleSetOf,
  PENDING_BY,
  PENDING_STATES,
  type PendingGroup,
  type PendingPage,
  type PendingPod,
} from './pending/index.js';
export { SearchService, type SearchHit } from './search/index.js';
export {
  KeptWhatIfs,
  WhatIfService,
  type WhatIfRecord,
  type WhatIfRequest,
  type AskedStep,
  type WhatIf,
} from './what-if/index.js';
export {
  ComparisonService,
  type Comparison,
  type ComparisonProgress,
  type ComparisonRequest,
  type ComparisonOptions,
  type ComparedPods,
  type SeedReport,
  type SideMeasures,
  rounded,
  spreadOf,
  strandedOf,
  type Spread,
} from './comparisons/index.js';
export {
  ADVICE_RULES,
  DEFAULT_COSTS,
  placeFactsInWords,
  PREEMPTION_RULES,
  type FitAnywhere,
  type PendingExplanation,
  type RequestChange,
  type WhyNot,
  withPlaceFacts,
  withPreemption,
  withRequestChanges,
} from '#explain';
export type { Question, QuestionAnswers, QuestionBodies, QuestionName } from '#what-if';
export { namedPods, sightKey, visibleState, type OtherPods, type VisibleState } from './visible/index.js';
