import { heavily, type Caller, type Database } from '#database';
import { objectsAt } from './objects-at.js';
import { findDue, keepsSnapshots, writeSnapshot, type DueSnapshot } from './snapshot.store.js';

/** So many changes are between two snapshots of a small cluster: they are folded in a quarter of a second. */
const EVERY = 20_000;

/** Keeps snapshots of clusters behind the log, so that no position is far from one. */
export class SnapshotKeeper {
  constructor(
    private readonly database: Database,
    private readonly every = EVERY,
  ) {}

  /** Makes what is due, one after the other, unless another process is at it; answers how many it made. */
  async keep(given: Caller): Promise<number> {
    // It goes through clusters and their logs.
    const caller = heavily(given);
    for (let made = 0; ;) {
      const due = await this.database.transaction(caller, (tx) => findDue(tx, this.every), { readOnly: true });
      if (due.length === 0) return made;
      for (const one of due) {
        if (!(await this.#make(caller, one))) return made;
        made++;
      }
    }
  }

  /** In one transaction: what is under way elsewhere is not made twice. */
  #make(caller: Caller, { clusterId, position }: DueSnapshot): Promise<boolean> {
    return this.database.transaction(caller, async (tx) => {
      if (!(await keepsSnapshots(tx))) return false;
      await writeSnapshot(tx, clusterId, { position, objects: objectsAt(tx, clusterId, position) });
      return true;
    });
  }
}
