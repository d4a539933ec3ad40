import type { Caller, Database } from '#database';
import type { PastClusters } from '#state';
import type { ComparisonRequest } from './comparison.js';
import type { LocatedComparison } from './sides/index.js';

/** Where states are found. */
export interface ComparisonSource {
  readonly database: Database;
  readonly clusters: PastClusters;
}

/** What the steps of a comparison have of it. */
export interface Comparing {
  readonly caller: Caller;
  readonly source: ComparisonSource;
  readonly request: ComparisonRequest;
  readonly located: LocatedComparison;
}
