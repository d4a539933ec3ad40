export {
  hasVerb,
  interestedIn,
  type Extender,
  type ExtenderTls,
  type ExtenderVerb,
  type ManagedResource,
} from './extender.js';
export {
  resultOf,
  whyNone,
  type CandidateVictims,
  type ExtenderAnswer,
  type ExtenderQuestion,
  type ExtenderResult,
  type FilterResult,
  type HostScore,
  type PreemptResult,
} from './question.js';
export { ignoredResources, readExtenders, type ExtenderDialect } from './read-extenders.js';
