/** Which promise was broken. I1 to I6 are the invariants of the project's reliability bar. */
export type FindingKind =
  /** I1: what was acknowledged is not there, or not as it was said. */
  | 'lost'
  /** What was asked for once happened more than once, or happened although it was refused. */
  | 'doubled'
  /** An answer that no fault excuses: 5xx other than 503 and 504, or a refusal of what is right. */
  | 'answer'
  /** Nothing happened for longer than a minute after all faults had ended. */
  | 'stuck'
  | 'I2: a pod is bound twice'
  | 'I3: a node is over-committed'
  | 'I4: a binding without its decision, or the other way round'
  | 'I5: chain, tree or sequence broken'
  | 'I6: a key and its effect disagree'
  /** Tables of the present are not what the log leads to. */
  | 'state'
  /** What follows from a write did not follow. */
  | 'follower'
  /** A list that was answered while faults lasted has something that the log does not have so. */
  | 'read'
  /** A decision, or its trace, is answered with another digest than the log has, or otherwise by another process. */
  | 'digest'
  /** A process ended that nobody ended. */
  | 'ended'
  | 'verify --all'
  | 'replay --all';

/** Something that must never be. */
export interface Finding {
  readonly kind: FindingKind;
  readonly what: string;
}
