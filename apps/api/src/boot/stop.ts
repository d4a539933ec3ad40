import { Database, Lease } from '#database';
import { JobRunner } from '#jobs';
import { Conductor } from '#operations';
import { ClockDriver, ObservationDriver, SchedulingService } from '#scheduling';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Identity } from '../ground/caller/index.js';
import { Maintenance } from './maintenance.js';
import { SchedulingWorkers } from './workers/index.js';

/** How long requests and runs may go on after the stop: less than the 30 s after which a container is killed. */
const GRACE_MS = 20_000;
const SWEEP_MS = 50;

/** Takes no new requests, finishes those under way, and stops the services. */
export function stop(app: NestFastifyApplication): Promise<void> {
  return stopServices(app, () => closeWithin(app, GRACE_MS));
}

/**
 * Closes the application, which finishes its requests, and with it the runs; then gives up the lease and the database,
 * in this order. Not by hooks of Nest: it keeps to itself what they throw, and the caller of the stop has to receive
 * it.
 */
export async function stopServices(app: INestApplicationContext, close = () => app.close()): Promise<void> {
  const [scheduling, lease, database] = [app.get(SchedulingService), app.get(Lease), app.get(Database)];
  const operations = app.get(Conductor);
  await app.get(Maintenance).stop();
  await app.get(ClockDriver).stop();
  await app.get(ObservationDriver).stop();
  // Operations that are jobs wait again, for another process.
  await Promise.all([app.get(JobRunner).stop(), operations.interrupt('jobs')]);
  // Runs that a caller waits for keep their request open: both end together, or are cut off together.
  await Promise.all([close(), scheduling.settle({ graceMs: GRACE_MS })]);
  await Promise.all([operations.interrupt('all'), scheduling.settle({ graceMs: 0 })]);
  await app.get(SchedulingWorkers).stop();
  await app.get(Identity).stop();
  await lease.release();
  await database.close();
}

/** Takes no new requests and finishes those under way; a request that takes longer loses the connection. */
async function closeWithin(app: NestFastifyApplication, graceMs: number): Promise<void> {
  const server = app.getHttpServer();
  // A connection that was answered after the stop began would be kept alive until its own time-out.
  const sweeping = setInterval(() => {
    server.closeIdleConnections();
  }, SWEEP_MS);
  const overdue = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweeping);
    clearTimeout(overdue);
  }
}
