import type { Findings } from './findings.js';
import type { LoggedDecision } from './logged-decision.js';
import { makerOf, SCHEDULER, type LoggedChange, type LoggedRevision } from './logged.js';
import type { LogAuditor } from './walk-log.js';

/** What a change of a revision is to the attempts in it. */
interface LivedChange {
  /** Of the pod that it is of, or that an Event is about; empty of others. */
  readonly pod: string;
  readonly kind: string;
  /** Whether the scheduler made it. */
  readonly isOwn: boolean;
}

/**
 * Attempts that were made while time passed lie between the changes of their revision: a part begins right in front of
 * what its first attempt wrote, its attempts wrote something in their order, and nothing of others lies between that.
 * They are numbered through the whole log: ties are decided by that number. In memory is a little for each change of
 * one revision.
 */
export class MomentsAuditor implements LogAuditor {
  #changes: LivedChange[] = [];
  #first = 0n;
  /** What the attempts of the part so far wrote lies in front of this change. */
  #next = 0;
  /** The number of the next attempt; undefined where those before the first are archived. */
  #ordinal: number | undefined;

  constructor(
    private readonly check: {
      readonly clusterId: string;
      readonly findings: Findings;
      /** The first attempts may be missing. */
      readonly isArchived: boolean;
    },
  ) {
    this.#ordinal = check.isArchived ? undefined : 0;
  }

  begin({ firstPosition }: LoggedRevision): void {
    this.#changes = [];
    this.#first = firstPosition;
    this.#next = 0;
  }

  change({ row: { clusterAt, kind, uid, cause }, json }: LoggedChange): void {
    if (clusterAt === null) return;
    const isOwn = makerOf(cause) === SCHEDULER;
    const pod = kind === 'Pod' ? uid : isOwn && kind === 'Event' ? subjectOf(json) : '';
    this.#changes.push({ pod, kind, isOwn });
  }

  /** An attempt that a gate ends writes nothing. */
  decision(decision: LoggedDecision, revision?: LoggedRevision): void {
    const { woken, ordinal, outcome, part_first } = decision;
    if (woken === null) return;
    if (this.#ordinal !== undefined && ordinal !== this.#ordinal)
      this.#add(decision, 'decisions', `is attempt ${ordinal}, and attempt ${this.#ordinal} comes next`);
    this.#ordinal = ordinal + 1;
    if (revision === undefined || outcome === 'gated') return;
    if (ordinal === part_first) this.#begin(decision);
    else this.#goOn(decision);
  }

  /** The change after the base of a part is the first that came of its first attempt. */
  #begin(decision: LoggedDecision): void {
    const base = BigInt(decision.base_position);
    const at = Number(base + 1n - this.#first);
    const [before, first] = [this.#changes[at - 1], this.#changes[at]];
    const isFirst = first !== undefined && isOf(first, decision) && !goesOn(before, first);
    if (!isFirst || at < this.#next || this.#passesOver(decision, at))
      this.#add(decision, 'run_parts', `its part was decided on position ${base}, and what came of it does not follow`);
    this.#next = Math.max(0, at);
    this.#goOn(decision);
  }

  /** Whether an attempt at the pod says something between what came of the one before and here. */
  #passesOver({ pod_uid }: LoggedDecision, at: number): boolean {
    return this.#changes
      .slice(this.#next, at)
      .some((change, index) => change.pod === pod_uid && isEvent(change, this.#changes[this.#next + index - 1]));
  }

  #goOn(decision: LoggedDecision): void {
    for (let at = this.#next; ; at += 1) {
      const change = this.#changes[at];
      if (change === undefined || !(change.isOwn || change.kind === 'Event')) break;
      if (!change.isOwn || change.pod !== decision.pod_uid) continue;
      this.#next = at + 1;
      return;
    }
    this.#add(decision, 'run_parts', 'nothing came of it where its part was decided');
  }

  #add({ run_id: run, ordinal, revision }: LoggedDecision, table: string, message: string): void {
    this.check.findings.add({ cluster: this.check.clusterId, run, ordinal, revision, table, message });
  }
}

/** Whether an attempt may begin with this change: it is of its pod, or of what room for it is made with. */
function isOf({ isOwn, pod, kind }: LivedChange, { pod_uid, outcome }: LoggedDecision): boolean {
  if (!isOwn) return false;
  return pod === pod_uid || outcome === 'nominated' || (kind !== 'Pod' && kind !== 'Event');
}

/** Whether an Event says what the change before it did. */
function goesOn(before: LivedChange | undefined, { kind, pod }: LivedChange): boolean {
  return kind === 'Event' && before?.isOwn === true && before.kind === 'Pod' && before.pod === pod;
}

/** Whether an attempt wrote nothing but this Event. */
function isEvent(change: LivedChange, before: LivedChange | undefined): boolean {
  return change.isOwn && change.kind === 'Event' && !goesOn(before, change);
}

/** The uid of the object that an Event is about. */
function subjectOf(event: unknown): string {
  const { involvedObject } = (event ?? {}) as { readonly involvedObject?: { readonly uid?: unknown } };
  return typeof involvedObject?.uid === 'string' ? involvedObject.uid : '';
}
