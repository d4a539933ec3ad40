import type { FactoryProvider } from '@nestjs/common';
import { SchedulingService } from '#scheduling';
import { always, heavy, limitedRuns, type LimitName } from '../../ground/concurrency/index.js';
import { SchedulingWorkers } from './scheduling-workers.js';
import type { ServedService } from './served.js';
import { SERVICES } from './services.js';

/** The services of the table, by their classes, each behind the concurrency limits that its methods count for. */
export const WORKER_SERVICES: readonly FactoryProvider[] = SERVICES.map(limited);

function limited(row: ServedService): FactoryProvider<object> {
  const { service } = row;
  const provider: FactoryProvider<object> = {
    provide: service,
    inject: [SchedulingWorkers],
    useFactory: (workers: SchedulingWorkers) => workers.get(service),
  };
  if (service === SchedulingService) return limitedRuns(provider as FactoryProvider<SchedulingService>);
  return limitsOf(row).reduce((inner, limit) => heavy(limit, inner, methodsOf(row, limit)), provider);
}

function limitsOf({ jobs }: ServedService): LimitName[] {
  const limits = Object.values(jobs).map(({ limit }) => limit);
  return [...new Set(limits.filter((limit) => limit !== undefined))];
}

function methodsOf({ jobs }: ServedService, of: LimitName): Readonly<Record<string, () => boolean>> {
  const methods = Object.entries(jobs).filter(([, { limit }]) => limit === of);
  return Object.fromEntries(methods.map(([name]) => [name, always]));
}
