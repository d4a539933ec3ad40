import type { ImportItem } from '../outcome/index.js';

/** What an import did. Items are in the order of the input, a thousand of a sort, and last how many more there are. */
export interface ImportReport {
  readonly revision: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Kept, but worth a look: references to what is not there. */
  readonly warnings: readonly ImportItem[];
  readonly rejected: readonly ImportItem[];
  /** Of kinds that Berth does not keep. */
  readonly ignored: readonly ImportItem[];
}
