import type { Transaction } from '#database';
import { IndexAudit, type IndexAuditOptions } from '#audit';
import type { Findings } from './findings.js';
import type { LoggedDecision } from './logged-decision.js';
import type { LogAuditor } from './walk-log.js';

/** Decisions are found and counted as they are: the index over them, and the sums of days, are what they lead to. */
export class IndexAuditor implements LogAuditor {
  private constructor(
    private readonly clusterId: string,
    private readonly audit: IndexAudit,
  ) {}

  static async open(tx: Transaction, clusterId: string, options: IndexAuditOptions): Promise<IndexAuditor> {
    return new IndexAuditor(clusterId, await IndexAudit.open(tx, clusterId, options));
  }

  decision(decision: LoggedDecision): void {
    this.audit.add(decision);
  }

  /** Compares what is stored, when the whole log has gone by. */
  async end(tx: Transaction, findings: Findings): Promise<void> {
    for await (const fault of this.audit.faults(tx, this.clusterId))
      findings.add({ cluster: this.clusterId, ...fault });
    findings.checked += this.audit.counts.checked;
    findings.notCheckable += this.audit.counts.notCheckable;
  }
}
