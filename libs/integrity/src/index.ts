export {
  ArchiveFolder,
  type ArchiveReport,
  ArchiveService,
  joinReports,
  RetentionService,
  type RetentionTime,
} from './retention/index.js';
export { ExportFiles } from './exports/index.js';
export {
  type CheckResult,
  NOT_CHECKED,
  type NotChecked,
  type Signing,
  type Verification,
  type VerificationProgress,
  type VerificationRequest,
  VerificationService,
} from './verification/index.js';
export { type KeyChange } from './auditors/index.js';
