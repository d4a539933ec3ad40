export { IndexAudit, type IndexAuditOptions, type IndexFault, type PassingDecision } from './index-audit.js';
