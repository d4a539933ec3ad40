import type { Caller, Database } from '#database';
import { ok } from '#requests';
import { ObservationDriver } from './observation-driver.js';

const CALLER = {} as Caller;

/** A database in which these clusters have decisions that are not judged. */
function databaseOf(...clusters: readonly string[]): Database {
  return {
    notifications: { overhear: () => undefined },
    transaction: () => Promise.resolve(clusters),
  } as unknown as Database;
}

test.each([
  ['until it is over', {}, 2],
  ['no longer than its deadline', { deadlineMs: 0 }, Infinity],
])('judging gives way to other work, %s', async (_, options, busyLooks) => {
  let looks = 0;
  const judged: number[] = [];
  const done = new Promise<void>((resolve) => {
    const driver = new ObservationDriver(databaseOf('c'), {
      ...options,
      observations: {
        judge: () => {
          judged.push(looks);
          resolve(driver.stop());
          return Promise.resolve(ok({ judged: 1, areMore: false }));
        },
      },
      caller: CALLER,
      isBusy: () => looks++ < busyLooks,
      onFailure: (error) => {
        throw error;
      },
    });
    driver.start();
  });
  await done;
  expect(judged).toEqual([Number.isFinite(busyLooks) ? busyLooks + 1 : 1]);
});

test('a decision that may still turn out to agree is not tried again with each notification', async () => {
  let hear: (topic: string) => void = () => undefined;
  const database = {
    ...databaseOf('c'),
    notifications: { overhear: (heard: typeof hear) => (hear = heard) },
  } as unknown as Database;
  const tried: number[] = [];
  await new Promise<void>((resolve) => {
    const driver = new ObservationDriver(database, {
      observations: {
        judge: () => {
          tried.push(performance.now());
          if (tried.length > 1) resolve(driver.stop());
          setImmediate(() => {
            hear('observed:c');
          });
          return Promise.resolve(ok({ judged: 0, areMore: false, openMs: 50 }));
        },
      },
      caller: CALLER,
      onFailure: (error) => {
        throw error;
      },
    });
    driver.start();
  });
  const [first = 0, second = 0] = tried;
  expect(second - first).toBeGreaterThan(45);
});
