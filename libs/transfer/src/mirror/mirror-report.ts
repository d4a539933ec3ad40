import type { ImportItem } from '#requests';

/** What a batch did. */
export interface MirrorReport {
  readonly stream: string;
  /** Number of the batch; decimal text. */
  readonly sequence: string;
  /** The revision that has it; where nothing was changed, that of the cluster. */
  readonly revision: string;
  readonly counts: MirrorCounts;
  /** What is not as the source said it, or is left out: the first hundred, and last how many more there are. */
  readonly warnings: readonly ImportItem[];
  readonly warningCount: number;
}

export interface MirrorCounts {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** Events of which nothing is stored. */
  readonly leftOut: number;
}
