import type { Transaction } from '#database';
import { type ClusterAt, PresentReading, type ObjectMoments, type ObjectReading } from '#cluster';
import { ok, type Outcome } from '#requests';
import { locateCluster } from './locate-cluster.js';
import type { PastClusters, PastState } from '#state';
import { PastReading } from './past-reading.js';

/** A cluster at one moment, as far as its reader sees it. */
export interface MomentReading extends ObjectReading {
  /** Everything that was there; where that is read from the log, and not from the rows of the present. */
  wholeState?(): Promise<PastState>;
}

/**
 * Decides once, for every reader of clusters, whether a moment is read from the rows of the present or from the log.
 */
export class ClusterMoments implements ObjectMoments {
  constructor(private readonly past: PastClusters) {}

  async open(tx: Transaction, which: ClusterAt): Promise<Outcome<MomentReading>> {
    const located = await locateCluster(tx, which, 'inSight');
    if (located.refused) return located;
    const { cluster, point } = located.value;
    // Revisions that only decided have no positions: the objects are those of the present then.
    const isPresent = String(point.position) === cluster.position;
    return ok(isPresent ? new PresentReading(tx, located.value) : new PastReading(tx, located.value, this.past));
  }
}
