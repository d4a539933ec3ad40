import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { isConnectionLost } from '#database';
import { CALLER, TestServices } from '#test-services';
import { enqueueForTeam } from './enqueue.js';
import { JobPool } from './job-pool.js';
import { JobRunner, type JobRunnerOptions, type Tasks } from './job-runner.js';

const ROUNDS = 5;

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

test('a server that ends its connections while a runner starts or stops does not end the process', async () => {
  const client = new pg.Client({ connectionString: services.url });
  await client.connect();
  const failures: unknown[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const runner = runnerOf({ nothing: () => Promise.resolve() }, { longLanes: 2, failures });
    await runner.start();
    while ((await ended(client)) === 0);
    while ((await ended(client)) === 0);
    const stopping = runner.stop();
    await ended(client);
    await stopping;
  }
  await client.end();
  expect(failures.filter((error) => !isConnectionLost(error))).toEqual([]);
});

/** A runner of long tasks, which notes its failures. */
interface RunnerSettings extends Pick<JobRunnerOptions, 'longLanes' | 'graceMs' | 'lookMs'> {
  readonly failures?: unknown[];
}

function runnerOf(long: Tasks, { longLanes, failures = [], ...more }: RunnerSettings): JobRunner {
  return new JobRunner(services.database, {
    ...more,
    ...{ url: services.url, lease: services.lease, quick: { nothing: () => Promise.resolve() }, long, longLanes },
    ...{ caller: CALLER, onFailure: (error: unknown) => void failures.push(error) },
  });
}

/** Enqueues jobs of a team, each in a queue of its own. */
async function enqueued(team: string, jobs: readonly string[]): Promise<void> {
  for (const job of jobs)
    await services.database.transaction(CALLER, (tx) =>
      enqueueForTeam(tx, { task: 'work', payload: { job }, queue: randomUUID(), team }),
    );
}

/** Begins what it is given, and ends it when it is to. */
class Held {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();
  #noted = (): void => undefined;

  readonly tasks: Tasks = {
    work: ({ job = '' }) =>
      new Promise((resolve) => {
        this.#ends.set(job, resolve);
        this.begun.push(job);
        this.#noted();
      }),
  };

  /** Resolves when so many have begun. */
  async until(count: number): Promise<void> {
    while (this.begun.length < count)
      await new Promise<void>((resolve) => {
        this.#noted = resolve;
      });
  }

  end(job: string): void {
    this.#ends.get(job)?.();
    this.#ends.delete(job);
  }

  endAll(): void {
    for (const job of [...this.#ends.keys()]) this.end(job);
  }
}

test('teams that wait take turns, also one that asks when another has waited for long', async () => {
  const [many, few] = [randomUUID(), randomUUID()];
  await enqueued(many, ['m1', 'm2', 'm3', 'm4']);
  const held = new Held();
  const runner = runnerOf(held.tasks, { longLanes: 1 });
  await runner.start();
  await held.until(1);
  held.end('m1');
  await held.until(2);
  await enqueued(few, ['f1', 'f2', 'f3', 'f4']);
  for (let ended = 1; ended < 8; ended += 1) {
    held.endAll();
    await held.until(Math.min(ended + 2, 8));
  }
  held.endAll();
  await runner.stop();
  expect(held.begun).toEqual(['m1', 'm2', 'm3', 'f1', 'm4', 'f2', 'f3', 'f4']);
});

test('a team leaves a lane of a process to the others', async () => {
  const [many, few] = [randomUUID(), randomUUID()];
  await services.rows("INSERT INTO teams (id, name) SELECT gen_random_uuid(), 'other team'");
  await enqueued(many, ['m1', 'm2', 'm3', 'm4']);
  const held = new Held();
  const runner = runnerOf(held.tasks, { longLanes: 3 });
  await runner.start();
  await held.until(2);
  await enqueued(few, ['f1']);
  await held.until(3);
  expect(held.begun.slice(0, 2).sort()).toEqual(['m1', 'm2']);
  expect(held.begun[2]).toBe('f1');
  held.end('f1');
  held.end('m1');
  await held.until(4);
  expect(held.begun[3]).toBe('m3');
  held.endAll();
  await held.until(5);
  held.endAll();
  await runner.stop();
});

test('a job that does not end keeps no stop waiting, and begins again in another process', async () => {
  await enqueued(randomUUID(), ['endless']);
  const held = new Held();
  const failures: unknown[] = [];
  const runner = runnerOf(held.tasks, { longLanes: 1, graceMs: 1, failures });
  await runner.start();
  await held.until(1);
  await runner.stop();
  const other = runnerOf(held.tasks, { longLanes: 1 });
  await other.start();
  await held.until(2);
  held.endAll();
  await other.stop();
  expect(held.begun).toEqual(['endless', 'endless']);
  expect(failures).toEqual([]);
});

test('where there is one team, its jobs have all lanes', async () => {
  await services.rows("DELETE FROM teams WHERE name = 'other team'");
  const [team] = await services.rows<{ id: string }>('SELECT id FROM teams');
  await enqueued(String(team?.id), ['m1', 'm2', 'm3']);
  const held = new Held();
  const runner = runnerOf(held.tasks, { longLanes: 3 });
  await runner.start();
  await held.until(3);
  held.endAll();
  await runner.stop();
  expect([...held.begun].sort()).toEqual(['m1', 'm2', 'm3']);
});

test('an idle process looks for jobs by one statement, not by one of each lane', async () => {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...args: unknown[]) => unknown } };
  const { query } = prototype;
  const runner = runnerOf({ nothing: () => Promise.resolve() }, { longLanes: 3, lookMs: 10 });
  let [looks, takes] = [0, 0];
  await new Promise<void>((resolve) => {
    prototype.query = function (this: unknown, ...args) {
      const [asked] = args as [string | { readonly text?: string }];
      const text = typeof asked === 'string' ? asked : (asked.text ?? '');
      if (text.includes('berth_release_jobs($1) AS released')) looks++;
      // Each lane looks once as it starts.
      if (text.includes('for update') && looks > 0) takes++;
      if (looks === 20) resolve();
      return query.apply(this, args);
    };
    void runner.start();
  });
  prototype.query = query;
  await runner.stop();
  expect(takes).toBeLessThanOrEqual(4);
});

test('a connection whose answer does not come is destroyed, and the next one works', async () => {
  const pool = new JobPool(services.url, 1, 40);
  const silent = await pool.query('SELECT pg_sleep(2)').catch((error: unknown) => error);
  expect(isConnectionLost(silent)).toBe(true);
  const { rows } = await pool.query<{ one: number }>('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
  await pool.end();
});

/** Ends the connections of the runner. @returns their number */
async function ended(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'berth-jobs'`,
  );
  return rows.length;
}
