import type { Access } from '#access';
import type { Caller, Database } from '#database';
import { ok, read, refuse, type Outcome } from '#requests';
import { findCluster } from '../clusters/index.js';

/** Answers what a caller may do in a cluster. */
export class AccessReviewService {
  constructor(private readonly database: Database) {}

  /** What the caller holds in the cluster, in the whole and in namespaces. */
  accessOf(caller: Caller, cluster: string): Promise<Outcome<Access>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      return row === undefined ? refuse({ kind: 'ClusterNotFound', cluster }) : ok<Access>(row);
    });
  }
}
