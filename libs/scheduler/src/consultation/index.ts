export { bindByExtender } from './bind.js';
export { Consultation } from './consultation.js';
export { narrow } from './filter.js';
export { processPreemption } from './preempt.js';
export { prioritize, scoreAnew } from './prioritize.js';
