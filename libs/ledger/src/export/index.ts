export {
  changeLine,
  decisionLine,
  endLine,
  headerLine,
  LEDGER_TYPE,
  revisionLine,
  type LedgerCounts,
  type LedgerHeader,
} from './export-lines.js';
export {
  createLedgerVerifier,
  type LedgerBreak,
  type LedgerVerdict,
  type LedgerVerification,
  type LedgerVerifier,
} from './verify-ledger.js';
