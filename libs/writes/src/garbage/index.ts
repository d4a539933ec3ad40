export { Collector } from './collector.js';
export { withoutProtection } from './protection.js';
