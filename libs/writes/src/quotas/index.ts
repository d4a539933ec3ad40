export { findQuotas, hasTerminating, type QuotaStatus, type StoredQuota } from './quota.store.js';
export { overQuotas, type OverQuota } from './over-quotas.js';
export { QuotaSums, quotaNamespaces, type CountedQuota } from './quota-sums.js';
export { withRightStatus } from './quota-status.js';
export { recount } from './recount.js';
