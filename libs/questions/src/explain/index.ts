export {
  type AdviceFilter,
  type AdvicePage,
  type AdviceRequest,
  ClusterAdviceService,
} from './cluster-advice.service.js';
export { type CostsRequest, type FitAnywhereRequest, type WhyNotRequest, WhyNotService } from './why-not.service.js';
export { isNow, pastProfiles, type PodAsked, type StateSource } from './pod-state.js';
