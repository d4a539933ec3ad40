export {
  Findings,
  type ExceededQuota,
  type Finding,
  type FindingsReport,
  type Refused,
  type StoppedRollout,
  type UnreadKind,
} from './findings.js';
export { QuotaAccounts } from './quota-accounts.js';
