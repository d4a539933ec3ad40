/** One file of an archive. */
export interface ArchiveFile {
  /** Below the folder of archives. */
  readonly path: string;
  /** Of the file as it is, compressed. 64-bit integers are decimal text. */
  readonly bytes: string;
  /** SHA-256 of the file as it is, in hexadecimal. */
  readonly sha256: string;
}

/**
 * A part of a cluster's log that lies in files. 64-bit integers are decimal text, times are RFC
 * 3339 UTC, hashes hexadecimal.
 */
export interface Archive {
  /** `<first revision>-<last revision>`, unique in its cluster. */
  readonly id: string;
  /** Id of the cluster. */
  readonly cluster: string;
  readonly revisions: Span;
  /** Of the changes; a revision without any takes no position. */
  readonly positions: Span;
  readonly times: Span;
  readonly changes: string;
  readonly decisions: string;
  /** Decisions whose traces are in the file of traces. */
  readonly traces: string;
  /** Of the last revision: what the first retained one follows. */
  readonly hash: string;
  /** The signed note of the checkpoint at the last revision. */
  readonly checkpoint: string;
  readonly ledgerFile: ArchiveFile;
  readonly tracesFile: ArchiveFile;
  readonly archivedAt: string;
}

/** From and to, both included. */
export interface Span {
  readonly first: string;
  readonly last: string;
}
