import type { FactoryProvider } from '@nestjs/common';
import type { Outcome } from '#requests';
import { isOfFew, type Run, type SchedulingService } from '#scheduling';
import { goneOf } from '../caller/index.js';
import type { ConcurrencyLimit } from '#limits';
import { ConcurrencyLimits } from './concurrency-limits.js';
import { standIn } from './stand-in.js';

/** The methods of the service that use a slot. */
type Scheduling = Pick<SchedulingService, 'schedule' | 'ended'>;

/**
 * The provider of runs: those of many pods wait for a slot, and keep it until they end, with `wait: false` too. What
 * was begun is finished when its caller goes.
 */
export function limitedRuns<Service extends Scheduling>(provider: FactoryProvider<Service>): FactoryProvider<Service> {
  return {
    ...provider,
    inject: [ConcurrencyLimits, ...(provider.inject ?? [])],
    useFactory: async ({ runs }: ConcurrencyLimits, ...dependencies: unknown[]) => {
      const service = await provider.useFactory(...dependencies);
      const schedule = limited(service, runs);
      return standIn(service, (name, method) => (name === 'schedule' ? schedule : method));
    },
  };
}

function limited(service: Scheduling, limit: ConcurrencyLimit): SchedulingService['schedule'] {
  return (caller, request, options) => {
    if (isOfFew(request)) return service.schedule(caller, request, options);
    const applicant = { request: {}, team: caller.team, caller: caller.actor, signal: goneOf(caller) };
    return new Promise<Outcome<Run>>((resolve, reject) => {
      const work = async (): Promise<void> => {
        const outcome = await service.schedule(caller, request, options);
        resolve(outcome);
        if (!outcome.refused && !options.wait) await service.ended(outcome.value.id);
      };
      limit.run(applicant, work).catch(reject);
    });
  };
}
