import type { Transaction } from '#database';
import type { LoggedDecision } from './logged-decision.js';
import type { Violation } from './findings.js';
import { readChanges, readDecisions, readRevisions } from './log.queries.js';
import type { LoggedChange, LoggedRevision } from './logged.js';
import { unreadable } from './unreadable.js';

/**
 * Looks at a log as it goes by: each revision, then its changes by position, then its
 * decisions, then the revision's end.
 */
export interface LogAuditor {
  begin?(revision: LoggedRevision): void;
  /** `revision` undefined: the change is behind all revisions. */
  change?(change: LoggedChange, revision: LoggedRevision | undefined): void;
  /** `revision` undefined: the part is of a revision that is not there. */
  decision?(decision: LoggedDecision, revision: LoggedRevision | undefined): void;
  seal?(revision: LoggedRevision): void;
}

/** How much of a log has gone by. */
export interface LogCounts {
  revisions: number;
  changes: number;
  decisions: number;
}

/** Who sees a log go by. */
export interface LogAudience {
  readonly auditors: readonly LogAuditor[];
  /** Grow as it goes. */
  readonly counts: LogCounts;
  /** Called for a row that a auditor cannot read: it was edited. */
  readonly onUnreadable: (violation: Violation) => void;
}

/** Reads a cluster's log of any length once, and shows it to all auditors. */
export async function walkLog(
  tx: Transaction,
  clusterId: string,
  { auditors, counts, onUnreadable }: LogAudience,
): Promise<void> {
  const revisions = await readRevisions(tx, clusterId);
  const changes = await readChanges(tx, clusterId);
  const decisions = await readDecisions(tx, clusterId);
  const showChange = async (change: LoggedChange, revision?: LoggedRevision): Promise<void> => {
    counts.changes++;
    const { row } = change;
    const why = unreadable(() => {
      for (const auditor of auditors) auditor.change?.(change, revision);
    });
    if (why !== undefined)
      onUnreadable({
        cluster: clusterId,
        revision: String(row.revision),
        position: String(row.position),
        table: 'changes',
        message: why,
      });
    await changes.advance();
  };
  const showDecision = async (decision: LoggedDecision, revision?: LoggedRevision): Promise<void> => {
    counts.decisions++;
    const why = unreadable(() => {
      for (const auditor of auditors) auditor.decision?.(decision, revision);
    });
    if (why !== undefined)
      onUnreadable({
        cluster: clusterId,
        revision: decision.revision,
        run: decision.run_id,
        ordinal: decision.ordinal,
        table: 'decisions',
        message: why,
      });
    await decisions.advance();
  };
  for (let revision = revisions.head; revision !== undefined; revision = revisions.head) {
    counts.revisions++;
    for (const auditor of auditors) auditor.begin?.(revision);
    const end = revision.firstPosition + BigInt(revision.count);
    for (let change = changes.head; change !== undefined && change.row.position < end; change = changes.head)
      await showChange(change, revision);
    for (
      let next = decisions.head;
      next !== undefined && BigInt(next.revision) <= revision.revision;
      next = decisions.head
    ) {
      await showDecision(next, BigInt(next.revision) === revision.revision ? revision : undefined);
    }
    for (const auditor of auditors) auditor.seal?.(revision);
    await revisions.advance();
  }
  for (let change = changes.head; change !== undefined; change = changes.head) await showChange(change);
  for (let decision = decisions.head; decision !== undefined; decision = decisions.head) await showDecision(decision);
}
