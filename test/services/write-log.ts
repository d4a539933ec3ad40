import type { Caller, Database } from '#database';
import { commit, complete, Draft, lockHead, type Change } from '#writes';

export type { Change };

/** What to write into the log of a cluster, and of which. */
export interface LogToWrite {
  readonly clusterId: string;
  readonly changes: Iterable<Change>;
  /** Changes of a revision. */
  readonly perRevision: number;
}

/**
 * Writes changes into a log as services do, hashes and all, without the rows of the current state: for histories that
 * are too long to be lived through. Yields how many are written, revision by revision.
 */
export async function* writeLog(
  database: Database,
  caller: Caller,
  { clusterId, changes, perRevision }: LogToWrite,
): AsyncIterable<number> {
  let written = 0;
  for (const revision of runsOf(changes, perRevision)) {
    await database.transaction(caller, async (tx) => {
      const head = await lockHead(tx, clusterId);
      const draft = new Draft({ head, at: tx.at });
      for (const change of revision) draft.note(change);
      await commit(tx, await complete({ tx, draft, database }), { headHeld: true });
    });
    yield (written += revision.length);
  }
}

function* runsOf(changes: Iterable<Change>, length: number): Iterable<readonly Change[]> {
  let run: Change[] = [];
  for (const change of changes) {
    run.push(change);
    if (run.length < length) continue;
    yield run;
    run = [];
  }
  if (run.length > 0) yield run;
}
