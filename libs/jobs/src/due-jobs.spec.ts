import type { JobsSeen } from './due-jobs.queries.js';
import { DueJobs } from './due-jobs.js';

const NONE: JobsSeen = { released: 0, dueInMs: null };
const LOOK_MS = 20;

/** Looks that answer this, one after the other, and then the last of it again. @returns what the first ones led to */
async function ledTo(seen: readonly (JobsSeen | Error)[]): Promise<{ readonly due: number; readonly failed: number }> {
  let [looks, due, failed] = [0, 0, 0];
  let over = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (over = resolve));
  const jobs = new DueJobs({
    lookMs: LOOK_MS,
    look: () => {
      const found = seen[looks] ?? NONE;
      looks++;
      if (looks > seen.length) over();
      return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
    },
    onDue: () => due++,
    onFailure: () => failed++,
  });
  jobs.start();
  await isOver;
  jobs.stop();
  return { due, failed };
}

test.each<[string, readonly (JobsSeen | Error)[], number, number]>([
  ['no job is due', [NONE, NONE], 0, 0],
  ['a job is due later than the next look', [{ released: 0, dueInMs: 3_600_000 }], 0, 0],
  ['a job is due', [{ released: 0, dueInMs: -1 }], 1, 0],
  [
    'a job is due for a second look',
    [
      { released: 0, dueInMs: -1 },
      { released: 0, dueInMs: -2 },
    ],
    2,
    0,
  ],
  ['jobs of a process that is gone are free', [{ released: 1, dueInMs: null }], 1, 0],
  ['a look failed: lanes may have failed too', [new Error('the database is away'), NONE], 1, 1],
])('%s', async (_, seen, due, failed) => {
  expect(await ledTo(seen)).toEqual({ due, failed });
});

test('a job that is due before the next look has a timer', async () => {
  await new Promise<void>((resolve) => {
    let looks = 0;
    const jobs = new DueJobs({
      look: () => Promise.resolve({ released: 0, dueInMs: ++looks }),
      onDue: () => {
        jobs.stop();
        resolve();
      },
      onFailure: () => undefined,
    });
    jobs.start();
    // The first look is the one that a lane asks for, which found nothing: the next would be in seconds.
    jobs.soon();
  });
});
