import {
  changeLeaf,
  createChainVerifier,
  createMerkleRoot,
  equalBytes,
  passingBytes,
  type ChainHead,
  type ChainVerifier,
  type Hash,
  type MerkleRoot,
} from '#ledger';
import { leafOfRow, unhashedFault, type LoggedDecision } from './logged-decision.js';
import type { Findings, Violation } from './findings.js';
import type { HeadRow } from './log.queries.js';
import type { LogAuditor } from './walk-log.js';
import type { LoggedChange, LoggedRevision } from './logged.js';

/** What a chain is checked with. */
export interface ChainCheck {
  readonly clusterId: string;
  readonly teamId: string;
  readonly hash: Hash;
  readonly findings: Findings;
  /** What the first revision that is there follows; nothing but the beginning, unless the log begins later. */
  readonly after?: ChainHead;
}

/**
 * The hash chain of a log, recomputed: every revision's own hash and link, and its leaf root from the changes and
 * decisions that are stored. Where it breaks it is taken up again behind the break, so that every break is found.
 */
export class ChainAuditor implements LogAuditor {
  #verifier: ChainVerifier;
  #merkle: MerkleRoot;
  #position: bigint;
  #changes = 0;
  #decisions = 0;
  #lastAt = '';

  constructor(private readonly check: ChainCheck) {
    this.#verifier = this.#follow(check.after);
    this.#merkle = createMerkleRoot(check.hash);
    this.#position = check.after?.nextPosition ?? 1n;
  }

  /** Where the chain stands behind the last revision. */
  get head(): ChainHead {
    return this.#verifier.head();
  }

  begin({ at }: LoggedRevision): void {
    this.check.findings.checked++;
    this.#merkle = createMerkleRoot(this.check.hash);
    [this.#changes, this.#decisions] = [0, 0];
    this.#lastAt = at;
  }

  change({ row }: LoggedChange, revision: LoggedRevision | undefined): void {
    this.check.findings.checked++;
    this.#place(row.position);
    const place = { revision: String(row.revision), position: String(row.position), table: 'changes' };
    if (revision === undefined) return this.#add({ ...place, message: 'is in no revision' });
    if (row.revision !== revision.revision)
      this.#add({ ...place, message: `says another revision than the ${revision.revision} that holds its position` });
    if (row.at !== revision.at) this.#add({ ...place, message: 'says another time than its revision' });
    this.#changes++;
    this.#merkle.add(changeLeaf(this.check.hash, { ...row, namespace: row.namespace || null }, passingBytes));
  }

  decision(decision: LoggedDecision, revision: LoggedRevision | undefined): void {
    this.check.findings.checked++;
    const place = { revision: decision.revision, run: decision.run_id, ordinal: decision.ordinal, table: 'decisions' };
    if (revision === undefined) return this.#add({ ...place, message: 'is of a part whose revision is not there' });
    const fault = unhashedFault(decision, this.check.teamId);
    if (fault !== undefined) this.#add({ ...place, message: fault });
    if (decision.profile_digest !== null && decision.profile_name === null)
      this.#add({ ...place, message: 'names a profile that is not there' });
    this.#decisions++;
    this.#merkle.add(leafOfRow(decision, passingBytes));
  }

  seal(revision: LoggedRevision): void {
    const end = revision.firstPosition + BigInt(revision.count);
    if (this.#position < end) this.#missing(end);
    const broken = this.#verifier.next(revision);
    if (broken === null) return;
    const { why, message } = broken;
    this.#add({
      revision: String(broken.revision),
      table: why === 'leafRoot' ? this.#contents() : 'revisions',
      message,
    });
    this.#verifier = this.#follow({ ...revision, nextPosition: end });
  }

  /** Compares where the chain ends with what the cluster's head says. */
  end(head: HeadRow | undefined): void {
    const { revision, nextPosition, hash } = this.head;
    if (head === undefined) this.#add({ table: 'cluster_heads', message: 'the cluster has no head' });
    else if (head.revision !== revision || head.position !== nextPosition - 1n || !equalBytes(head.hash, hash)) {
      this.#add({
        revision: String(head.revision),
        position: String(head.position),
        table: 'cluster_heads',
        message:
          `the head is not at the end of the log, revision ${revision} and position ` +
          `${nextPosition - 1n}, or has another hash`,
      });
    } else if (this.#lastAt !== '' && head.at !== this.#lastAt)
      this.#add({
        revision: String(revision),
        table: 'cluster_heads',
        message: `says that its revision is of ${head.at}, which is of ${this.#lastAt}`,
      });
    if (head !== undefined && head.miscounted !== null)
      this.#add({ revision: String(head.revision), table: 'cluster_heads', message: head.miscounted });
    if (head !== undefined && head.teamId !== this.check.teamId)
      this.#add({ table: 'cluster_heads', message: 'is of another team than its cluster' });
  }

  #follow(after: ChainHead | undefined): ChainVerifier {
    return createChainVerifier({ hash: this.check.hash, leafRoot: () => this.#merkle.root(), ...(after && { after }) });
  }

  #place(position: bigint): void {
    if (position > this.#position) this.#missing(position);
    if (position < this.#position)
      this.#add({ position: String(position), table: 'changes', message: 'stands where another change does' });
    else this.#position = position + 1n;
  }

  #missing(end: bigint): void {
    const last = end - 1n;
    const message =
      last === this.#position ? 'the change is missing' : `the changes up to position ${last} are missing`;
    this.#add({ position: String(this.#position), table: 'changes', message });
    this.#position = end;
  }

  #contents(): string {
    if (this.#decisions === 0) return 'changes';
    return this.#changes === 0 ? 'decisions' : 'changes, decisions';
  }

  #add(violation: Violation): void {
    this.check.findings.add({ cluster: this.check.clusterId, ...violation });
  }
}
