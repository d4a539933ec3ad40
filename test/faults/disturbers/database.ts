import type { Seeded } from '../seeded.js';
import type { Site } from '../site.js';
import { DEADLINE_MS, type Disturbance, type Disturber } from './disturber.js';

/** A process may be gone by now. */
function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Its supervisor starts it again; who is restored when it takes sessions is not asked of the service. */
function ending(name: string, weight: number, end: (site: Site) => void): Disturber {
  return {
    name,
    weight,
    mostMs: 0,
    async disturb(site) {
      await site.database.ready(DEADLINE_MS);
      end(site);
      return { restore: () => site.database.ready(DEADLINE_MS) };
    },
  };
}

export const database: readonly Disturber[] = [
  ending('database.kill', 3, ({ database }) => {
    signal(database.postmaster, 'SIGKILL');
  }),
  // As `pg_ctl stop -m immediate`.
  ending('database.immediate', 2, ({ database }) => {
    signal(database.postmaster, 'SIGQUIT');
  }),
  {
    // All others are ended by the server then: their memory may be spoiled.
    name: 'database.backend',
    weight: 3,
    mostMs: 0,
    async disturb({ database }: Site, dice: Seeded): Promise<Disturbance> {
      await database.ready(DEADLINE_MS);
      const sessions = await database.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'berth'",
      );
      if (sessions.length > 0) signal(dice.pick(sessions).pid, 'SIGKILL');
      return { restore: () => database.ready(DEADLINE_MS) };
    },
  },
  {
    name: 'database.hold',
    weight: 4,
    mostMs: 2_000,
    async disturb({ database }: Site): Promise<Disturbance> {
      await database.ready(DEADLINE_MS);
      const pids = [database.postmaster, ...database.children()];
      for (const pid of pids) signal(pid, 'SIGSTOP');
      return {
        restore: () => {
          for (const pid of pids) signal(pid, 'SIGCONT');
          return database.ready(DEADLINE_MS);
        },
      };
    },
  },
];
