import { DEFAULT_TEAM_ID } from '#cluster';
import type { Caller } from '#cluster';
import type { Logger } from 'pino';
import type { Services } from './services.js';

/** On whose behalf the service itself acts. */
export const SYSTEM: Caller = {
  team: DEFAULT_TEAM_ID,
  actor: 'berth',
  principal: 'system',
  requestId: 'housekeeping',
  client: 'berth',
  reason: '',
};

/** Something that is done behind the service, again and again; several processes may do it at once. */
interface Chore {
  readonly does: (services: Services, logger: Logger) => Promise<unknown>;
  /** Said when it could not be done. */
  readonly orElse: string;
  readonly level: 'warn' | 'error';
}

const CHORES: readonly Chore[] = [
  { does: tidyRuns, orElse: 'tidying up has to wait', level: 'warn' },
  // Who runs the service must hear of it while there is room.
  {
    does: ({ retention }) => retention.makeRoom(SYSTEM),
    orElse:
      'no partitions could be made for the history to come: when those that are there end, all writes will be refused',
    level: 'error',
  },
  {
    does: archiveDue,
    orElse: 'archiving has to wait: what is older than BERTH_RETENTION is still in the database',
    level: 'error',
  },
  { does: ({ snapshots }) => snapshots.keep(SYSTEM), orElse: 'snapshots have to wait', level: 'warn' },
];

/** Does every chore once, each by itself: what fails is tried again the next time, and keeps nothing else from being done. */
export async function keepHouse(services: Services, logger: Logger): Promise<void> {
  for (const { does, orElse, level } of CHORES) {
    try {
      await does(services, logger);
    } catch (error) {
      logger[level]({ err: error }, orElse);
    }
  }
}

async function tidyRuns({ scheduling }: Services, logger: Logger): Promise<void> {
  const { cancelled } = await scheduling.tidy(SYSTEM);
  if (cancelled.length > 0) logger.warn({ runs: cancelled }, 'runs of a process that is gone were cancelled');
}

async function archiveDue({ retention }: Services, logger: Logger): Promise<void> {
  const outcome = await retention.archiveDue(SYSTEM);
  if (outcome?.refused === true && outcome.refusal.kind !== 'ArchivingUnderWay')
    logger.error(outcome.refusal, 'history is not archived');
}

/** Signs checkpoints of what has moved; what could not be signed is said, each time. */
export async function signCheckpoints({ checkpoints }: Services, logger: Logger): Promise<void> {
  try {
    for (const unsigned of await checkpoints.tidy(SYSTEM))
      logger.error(unsigned, 'a history is not signed: it is not the one that was signed before');
  } catch (error) {
    logger.warn({ err: error }, 'checkpoints have to wait');
  }
}
