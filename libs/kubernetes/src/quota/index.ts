export { evaluatorOf } from './evaluators.js';
export {
  chargeOf,
  nothingUsed,
  overLimit,
  quotaRefusal,
  readUsage,
  usageText,
  type Quota,
  type QuotaRequest,
  type QuotaSpec,
} from './quota.js';
export { readExceededQuota, type ExceededQuota } from './exceeded-quota.js';
export { quotaLines, scopeTexts, type QuotaLine } from './quota-lines.js';
export { podLimits } from './pod-amounts.js';
