export { exportLedger, type LedgerExport } from './export-ledger.js';
export { hashedOf, streamRevisionDecisions, type RevisionDecision } from './ledger-decisions.queries.js';
export { streamChanges, streamRevisions, type LedgerRange } from './ledger-rows.queries.js';
