import { setTimeout as pause } from 'node:timers/promises';
import { runsService, type Caller } from '#access';
import { joinReports, RetentionService, type ArchiveReport } from '#integrity';
import type { OperationControl, Task } from '#operations';
import { ok, refuse, type Outcome } from '#requests';
import { withoutUndefined } from '../../ground/http/index.js';
import type { BackgroundWork } from '../operations/index.js';
import { archiveBody } from './archive.schema.js';

/** It looks again after this whether other archiving is over. */
const LOOK_MS = 1_000;

/** Archiving that no client waits for. */
export function archiveTask(request: object): Omit<Task<ArchiveReport>, 'work'> {
  return { kind: 'archive', cluster: null, request, total: 0, unit: 'months' };
}

/** What it does as a job. */
export const archiveWork: BackgroundWork = {
  kind: 'archive',
  uses: { retention: RetentionService },
  taskOf: async ({ retention }, caller, { request }) => {
    const { before } = archiveBody.parse(request);
    const archiving = { retention: retention as RetentionService, ...withoutUndefined({ before }) };
    return ok({ work: (control) => archive(archiving, { ...caller, signal: control.signal }, control) });
  },
};

interface Archiving {
  readonly retention: RetentionService;
  readonly before?: Date;
}

/** Goes on behind what it archived before its process ended; waits while other archiving is under way. */
async function archive(
  { retention, ...given }: Archiving,
  caller: Caller,
  { id, kept, keep, tell, signal }: OperationControl,
): Promise<Outcome<ArchiveReport>> {
  if (!runsService(caller)) {
    const reason = 'they do not run the service any more';
    return refuse({ kind: 'OperationCallerRefused', operation: id, caller: caller.actor, reason });
  }
  const archived = (kept ?? { archives: [], partitions: 0, upTo: null }) as ArchiveReport;
  for (;;) {
    const outcome = await retention.archive(caller, {
      ...given,
      progress: ({ done, of, edge }) => {
        tell({ done, total: of, message: `archiving history before ${edge.toISOString()}` });
      },
      settled: (tx, report) => keep(joinReports(archived, report), tx),
    });
    if (!outcome.refused) return ok(joinReports(archived, outcome.value));
    if (outcome.refusal.kind !== 'ArchivingUnderWay') return outcome;
    tell({ done: 0, message: 'waiting for other archiving' });
    await pause(LOOK_MS, undefined, { signal });
  }
}
