export { evaluatorOf } from './evaluators.js';
export {
  chargeOf,
  nothingUsed,
  overLimit,
  quotaRefusal,
  readUsage,
  scopesText,
  usageText,
  type Quota,
  type QuotaRequest,
  type QuotaSpec,
} from './quota.js';
export { readExceededQuota, type ExceededQuota } from './exceeded-quota.js';
export { quotaLines, scopeTexts, type QuotaLine } from './quota-lines.js';
export { hasScopes, isInScope, type QuotaScopes } from './scopes.js';
export { podLimits } from './pod-amounts.js';
