import type { Caller, Database } from '#database';
import { idempotently, type Outcome } from '#requests';
import { inWriteLane } from '../clusters/index.js';
import { isForbidden, noteRefusals, type WriteOperation } from '../refusal-log/index.js';
import type { Answer, ClusterWrite, WriteTarget } from './cluster-write.js';
import { WriteGroups } from './write-groups.js';
import { writeAlone, type ClusterWriter } from './write-alone.js';

/**
 * Runs a write and commits what it drafted as one revision, with all that follows from it; without a change there is no
 * revision. What admission forbids is noted beside the log.
 */
export async function writeCluster<T>(
  database: Database,
  { operation = 'replace', ...call }: WriteTarget & { readonly caller: Caller; readonly operation?: WriteOperation },
  fn: (work: ClusterWrite) => Promise<Outcome<Answer<T>>>,
): Promise<Outcome<T>> {
  let clusterId = '';
  const outcome = await idempotently<T>(database, call.caller, {
    ...call.idempotency,
    run: (keep, deadline) => {
      const found = (id: string): void => void (clusterId = id);
      const writer: ClusterWriter<T> = { target: call, caller: call.caller, deadline, keep, fn, found };
      // What is not kept has no revision that others could follow.
      if (call.isShort === true && call.dryRun !== true) return WriteGroups.of(database).write(writer);
      const { caller, cluster } = call;
      return inWriteLane(database, caller, { cluster, deadline }, () => writeAlone(database, writer));
    },
  });
  if (outcome.refused && isForbidden(outcome.refusal) && call.dryRun !== true)
    await noteRefusals(database, call.caller, { clusterId, operation, refusals: [outcome.refusal] });
  return outcome;
}
