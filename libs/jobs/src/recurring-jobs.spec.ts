import { CALLER, TestServices } from '#test-services';
import { jobDepth } from './job-depth.js';
import { JobRunner } from './job-runner.js';
import { RecurringJobs } from './recurring-jobs.js';

const EVERY_MS = 3_600_000;

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

/** A process that does recurring work, and how often it did. */
function processOf(task: string, does = (): Promise<void> => Promise.resolve()) {
  const { database, url, lease } = services;
  const done = { times: 0 };
  const works = [
    {
      ...{ task, everyMs: EVERY_MS, isQuick: true },
      does: () => {
        done.times += 1;
        return does();
      },
    },
  ];
  const recurring = new RecurringJobs(database, { works, caller: CALLER });
  const { quick, long } = recurring;
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => void failures.push(error);
  const runner = new JobRunner(database, {
    ...{ url, lease, quick, long, longLanes: 1 },
    ...{ caller: CALLER, onFailure },
  });
  return { recurring, runner, done, failures };
}

/** What waits of a task: milliseconds until each is due. */
async function waiting(task: string): Promise<number[]> {
  const rows = await services.rows<{ ms: number }>(
    `SELECT extract(epoch FROM j.run_at - now())::float8 * 1000 AS ms FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = '${task}' AND j.attempts < j.max_attempts`,
  );
  return rows.map(({ ms }) => ms);
}

test('processes that start do recurring work once, and it is due again after its time', async () => {
  const [a, b] = [processOf('counted'), processOf('counted')];
  await Promise.all([a.recurring.begin(), b.recurring.begin()]);
  await Promise.all([a.runner.drain(), b.runner.drain()]);
  expect(a.done.times + b.done.times).toBe(1);
  const [next = 0, ...more] = await waiting('counted');
  expect(more).toEqual([]);
  expect(next).toBeGreaterThan(EVERY_MS - 60_000);
  // A process that starts later moves it neither back nor forth.
  await b.recurring.begin();
  const [still = 0] = await waiting('counted');
  expect(Math.abs(still - next)).toBeLessThan(60_000);
});

test('work that fails is due again after its time, and not before', async () => {
  const one = processOf('failing', () => Promise.reject(new Error('it fails')));
  await one.recurring.begin();
  await one.runner.drain();
  await one.runner.drain();
  expect(one.done.times).toBe(1);
  expect(one.failures).toHaveLength(1);
  const [next = 0, ...more] = await waiting('failing');
  expect(more).toEqual([]);
  expect(next).toBeGreaterThan(EVERY_MS - 60_000);
});

test('what a process that is gone had begun is done by another, once, and nothing of it is left', async () => {
  const one = processOf('begun');
  await one.recurring.begin();
  await services.rows(
    `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = '${crypto.randomUUID()}/0', attempts = 1
     WHERE key = 'begun'`,
  );
  // A process that starts meanwhile asks for the next.
  await one.recurring.begin();
  await one.runner.release();
  await one.runner.drain();
  expect(one.done.times).toBe(1);
  expect(await waiting('begun')).toHaveLength(1);
  const { waiting: due } = await services.database.transaction(CALLER, jobDepth);
  expect(due).toBe(0);
});
