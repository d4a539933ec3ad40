import type { FieldProblem } from '#kubernetes';

/** An object of an import, by its place in the input. */
export interface ImportItem {
  /** From 0, in the order of the input. */
  readonly index: number;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly field?: string;
  readonly message: string;
}

/** Which object a refusal speaks of. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Every refusal that a caller can act on. A plain value: no text as identity, no HTTP status. The faces map it
 * (apps/api/src/outcome); a new member is a line there.
 */
export type Refusal =
  | { readonly kind: 'ClusterNotFound'; readonly cluster: string }
  | { readonly kind: 'ClusterNameTaken'; readonly name: string }
  | { readonly kind: 'InvalidRequest'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'ObjectNotFound'; readonly object: ObjectRef }
  | { readonly kind: 'ObjectAlreadyExists'; readonly object: ObjectRef }
  | { readonly kind: 'ObjectInvalid'; readonly object: ObjectRef; readonly problems: readonly FieldProblem[] }
  | {
      readonly kind: 'ResourceVersionConflict';
      readonly object: ObjectRef;
      readonly given: string;
      readonly current: string;
    }
  | { readonly kind: 'UidConflict'; readonly object: ObjectRef; readonly given: string; readonly current: string }
  | { readonly kind: 'PodAlreadyBound'; readonly object: ObjectRef; readonly node: string }
  | { readonly kind: 'PatchFailed'; readonly object: ObjectRef; readonly message: string }
  | { readonly kind: 'UnsupportedKind'; readonly apiVersion: string; readonly kindName: string }
  | { readonly kind: 'ContinueTokenExpired'; readonly message: string }
  /** What was asked for lies before what is kept of the log: `oldest` is the first position that can still be read. Before a fork, `origin` is the cluster to ask. */
  | { readonly kind: 'HistoryExpired'; readonly at: string; readonly oldest: string; readonly origin?: string }
  /** It is not in the database any more; `archives`: the files that it lies in, by their archives. */
  | {
      readonly kind: 'Archived';
      readonly what: string;
      readonly archives: readonly { readonly id: string; readonly file: string }[];
    }
  | { readonly kind: 'ArchiveNotFound'; readonly archive: string }
  /** The server that was asked is not the one that wrote it, or the file was moved away. */
  | { readonly kind: 'ArchiveFileMissing'; readonly file: string }
  | { readonly kind: 'ArchivingUnderWay' }
  | { readonly kind: 'ManifestsUnreadable'; readonly message: string; readonly line?: number }
  | { readonly kind: 'ImportRejected'; readonly rejected: readonly ImportItem[] }
  | { readonly kind: 'RevisionConflict'; readonly given: string; readonly current: string }
  | { readonly kind: 'PodsNotFound'; readonly pods: readonly { readonly index: number; readonly name: string }[] }
  | { readonly kind: 'ProfileNotFound'; readonly name: string; readonly known: readonly string[] }
  | { readonly kind: 'ProfileInvalid'; readonly problems: readonly FieldProblem[] }
  /** The path of a request names it; ProfileNotFound is about what a run was asked to use. */
  | { readonly kind: 'ProfileUnknown'; readonly name: string }
  | { readonly kind: 'ProfileVersionNotFound'; readonly name: string; readonly version: string }
  | { readonly kind: 'ProfileAlreadyExists'; readonly name: string }
  | { readonly kind: 'ProfileModified'; readonly name: string; readonly given: string; readonly current: string }
  | { readonly kind: 'DefaultProfileKept'; readonly name: string }
  | { readonly kind: 'ConfigurationInvalid'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'RunNotFound'; readonly run: string }
  /** Its decisions are there, but not what they were made on. */
  | { readonly kind: 'RunNotReplayable'; readonly run: string; readonly reason: string }
  | { readonly kind: 'DecisionNotFound'; readonly decision: string }
  | { readonly kind: 'TraceNotStored'; readonly decision: string; readonly reason: string }
  | { readonly kind: 'CheckpointNotFound'; readonly size: string }
  | { readonly kind: 'RevisionNotFound'; readonly revision: string }
  | { readonly kind: 'ChangeNotFound'; readonly position: string }
  /** What is there is not what was signed before. */
  | { readonly kind: 'HistoryNotSigned'; readonly cluster: string; readonly message: string }
  /** What a proof needs is in archives only. */
  | { readonly kind: 'HistoryArchived'; readonly cluster: string; readonly message: string }
  | { readonly kind: 'PositionAhead'; readonly position: string; readonly current: string }
  | { readonly kind: 'IdempotencyKeyReused'; readonly key: string };
