export { bindSteps, type BindResult } from './placement-steps.js';
export { runPostFilter } from './post-filter.js';
