export { withWorkNeed } from './needs.js';
export { ProofWorks, ScheduledWorks } from './scheduled-works.js';
