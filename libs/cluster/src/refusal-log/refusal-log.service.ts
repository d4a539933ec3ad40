import type { Caller, Database } from '#database';
import { findCluster } from '../clusters/index.js';
import { sightOf } from '#access';
import { ok, read, refuse, type Outcome } from '#requests';
import { findRefusals, removeRefusals } from './refusal-log.store.js';
import type { RefusalFilter, RefusalRecord } from './refusal-record.js';

/** The time for which refusals are stored. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;

/** The most refusals that are stored of a cluster. */
const MOST = 100_000;

export interface RefusalListRequest {
  readonly filter: RefusalFilter;
  /** The list goes on behind the one of this id. */
  readonly before?: string;
  readonly pageSize: number;
}

/** What admission forbade: there is no object that could be asked why it is not there. */
export class RefusalLogService {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  list(
    caller: Caller,
    cluster: string,
    { filter, before, pageSize }: RefusalListRequest,
  ): Promise<Outcome<{ readonly items: readonly RefusalRecord[]; readonly next: string | null }>> {
    return read(this.database, caller, async (tx) => {
      const found = await findCluster(tx, cluster, 'inSight');
      if (found === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const rows = await findRefusals(
        tx,
        { clusterId: found.id, sight: sightOf(found) },
        { filter, limit: pageSize + 1, ...(before !== undefined && { before }) },
      );
      const items = rows.slice(0, pageSize);
      return ok({ items, next: rows.length > pageSize ? (items.at(-1)?.id ?? null) : null });
    });
  }

  /** Removes what is too old or too much, of all clusters. Answers how many went. */
  tidy(caller: Caller, { keptMs = KEPT_MS, most = MOST } = {}): Promise<number> {
    return this.database.transaction(caller, (tx) =>
      removeRefusals(tx, { before: new Date(tx.at.getTime() - keptMs), most }),
    );
  }
}
