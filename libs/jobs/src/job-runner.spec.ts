import pg from 'pg';
import { isConnectionLost } from '#database';
import { CALLER, TestServices } from '#test-services';
import { JobRunner } from './job-runner.js';

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
    const runner = new JobRunner(services.database, {
      url: services.url,
      lease: services.lease,
      quick: { nothing: () => Promise.resolve() },
      long: { nothing: () => Promise.resolve() },
      longLanes: 2,
      caller: CALLER,
      onFailure: (error) => void failures.push(error),
    });
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

/** Ends the connections of the runner. @returns their number */
async function ended(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'berth-jobs'`,
  );
  return rows.length;
}
