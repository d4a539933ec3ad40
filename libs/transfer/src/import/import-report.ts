import type { ImportItem } from '#requests';
import type { OverQuota } from '#writes';
import type { IgnoredKind } from './ignored-kinds.js';

/** An object that a dry run would have written. */
export interface ImportChange extends Pick<ImportItem, 'index' | 'apiVersion' | 'kind' | 'namespace' | 'name'> {
  readonly change: 'created' | 'updated';
}

/**
 * What an import did, or of a dry run what it would have done. Items are in the order of the input, a thousand of a
 * sort, and last how many more there are; the counts are of all of them.
 */
export interface ImportReport {
  /** The revision that has it; where nothing was changed, that of the cluster. */
  readonly revision: string;
  readonly dryRun: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Kept, but worth a look: fields that are unknown or stand twice, references to what is not there. */
  readonly warnings: readonly ImportItem[];
  readonly warningCount: number;
  readonly rejected: readonly ImportItem[];
  readonly rejectedCount: number;
  /** Of kinds that Berth does not keep. */
  readonly ignored: readonly ImportItem[];
  readonly ignoredCount: number;
  /** Those kinds, a hundred at most, with what it means that they are not stored. */
  readonly ignoredKinds: readonly IgnoredKind[];
  /**
   * Quotas of which more is used now than they allow, in the namespaces that were written to: the first thousand;
   * absent where there are none.
   */
  readonly overQuota?: readonly OverQuota[];
  /** Of a dry run, what would be written: the first thousand. */
  readonly changes?: readonly ImportChange[];
}
