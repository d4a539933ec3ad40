import type { Caller, Database } from '#database';
import { ok, read } from '#requests';
import { writeCluster } from '../objects/index.js';
import { clustersWithEvents, findExpiredEvents } from './expired-events.queries.js';

/** How long an event stays after its last change. // as kube-apiserver v1.34 --event-ttl */
const STAYS_MS = 60 * 60 * 1_000;

/** Events that one revision removes. */
const AT_ONCE = 1_000;

/** Removes events an hour after their last change. */
export class EventExpiryService {
  constructor(private readonly database: Database) {}

  /** Removes what is due in every cluster; answers how many events that were. */
  async tidy(caller: Caller): Promise<number> {
    let removed = 0;
    for (const cluster of await read(this.database, caller, clustersWithEvents)) {
      for (let found = AT_ONCE; found === AT_ONCE; removed += found) found = await this.#expire(caller, cluster);
    }
    return removed;
  }

  /** Nothing is locked where nothing is due. */
  async #expire(caller: Caller, cluster: string): Promise<number> {
    const due = await read(this.database, caller, (tx) =>
      findExpiredEvents(tx, cluster, { at: new Date(tx.at.getTime() - STAYS_MS), limit: 1 }),
    );
    if (due.length === 0) return 0;
    const outcome = await writeCluster(
      this.database,
      { caller, cluster, operation: 'delete' },
      async ({ tx, draft }) => {
        const at = new Date(tx.at.getTime() - STAYS_MS);
        const expired = await findExpiredEvents(tx, draft.head.clusterId, { at, limit: AT_ONCE });
        for (const { object } of expired) draft.remove(object);
        return ok(() => expired.length);
      },
    );
    // A cluster that was deleted meanwhile has none.
    return outcome.refused ? 0 : outcome.value;
  }
}
