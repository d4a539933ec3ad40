import type { Database } from '#database';
import type { WhatIfService } from '#questions';
import type { PastClusters } from '#state';

/** Where reports read from: what questions about a cluster read from. */
export type ReportSource = ConstructorParameters<typeof WhatIfService>[0] & {
  readonly database: Database;
  readonly clusters: PastClusters;
};
