export { advise, type Advice } from './advise.js';
export { GroupedPods, type ModelObjects, type NamedObject, type SelectingService } from './model.js';
export { ADVICE_RULES } from './rules/index.js';
