export { contributionsAt, contributionsInWords, type Contribution } from './contributions.js';
export { why, withPlaceFacts, withPreemption, withRequestChanges, type Why } from './why.js';
export { placeFacts, placeFactsInWords, type PlaceFacts } from './place-facts.js';
export { explainPreemption, lessLost, PREEMPTION_RULES, type ExplainedPreemption } from './preemption.js';
