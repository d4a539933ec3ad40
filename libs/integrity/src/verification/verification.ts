import { Findings, type KeyChange, type Violation } from '../auditors/index.js';
import type { NotChecked } from './not-checked.js';

/** What is checked, in the words that the answer has. */
export const CHECKS = {
  decisionsKept: 'no acknowledged decision lost',
  boundOnce: 'no pod with two bindings',
  withinCapacity: 'nothing that Berth bound over-commits a node',
  decidedOnce: 'binding to decision one to one',
  chainIntact: 'chain and checkpoints intact',
  keysAgree: 'idempotency rows and effects agree',
  quotasExact: 'quotas say what is used',
  accessIntact: 'changes of access chained without a gap',
} as const;

export type CheckId = keyof typeof CHECKS;

/** What each check has found so far. */
export type AllFindings = Readonly<Record<CheckId, Findings>>;

/** What one check came to. */
export interface CheckResult {
  readonly name: string;
  readonly holds: boolean;
  /** Rows that it looked at. */
  readonly checked: number;
  /**
   * Of these, rows with nothing that they could be compared with: traces that were kept in part
   * have no digest to recompute.
   */
  readonly notCheckable: number;
  readonly violationCount: number;
  /** The first hundred. */
  readonly violations: readonly Violation[];
}

/** What holds in a database, and where it does not. */
export interface Verification {
  readonly holds: boolean;
  readonly checks: readonly CheckResult[];
  /** Where another key began to sign, as the logs say. */
  readonly keyChanges: readonly KeyChange[];
  /** What the checks do not prove. */
  readonly notChecked: readonly NotChecked[];
  /** How much was read. */
  readonly clusters: number;
  readonly revisions: number;
  readonly changes: number;
  readonly decisions: number;
  readonly durationMs: number;
}

/** How far a verification is. */
export interface VerificationProgress {
  /** The cluster that is being read, by id, and which of how many it is. */
  readonly cluster: string;
  readonly number: number;
  readonly clusters: number;
  readonly stage: 'log' | 'evidence' | 'state' | 'keys';
  /** Of all clusters so far. */
  readonly revisions: number;
  readonly changes: number;
  readonly decisions: number;
}

export function noFindings(): AllFindings {
  return {
    decisionsKept: new Findings(),
    boundOnce: new Findings(),
    withinCapacity: new Findings(),
    decidedOnce: new Findings(),
    chainIntact: new Findings(),
    keysAgree: new Findings(),
    quotasExact: new Findings(),
    accessIntact: new Findings(),
  };
}

/** The checks in their order. */
export function resultsOf(findings: AllFindings): CheckResult[] {
  return (Object.keys(CHECKS) as CheckId[]).map((id) => {
    const { checked, notCheckable, count, violations } = findings[id];
    return { name: CHECKS[id], holds: count === 0, checked, notCheckable, violationCount: count, violations };
  });
}
