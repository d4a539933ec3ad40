export { NOT_CHECKED, type NotChecked } from './not-checked.js';
export {
  VerificationService,
  type Signing,
  type VerificationRequest,
  type VerificationScope,
} from './verification.service.js';
export { CHECKS, type CheckResult, type Verification, type VerificationProgress } from './verification.js';
