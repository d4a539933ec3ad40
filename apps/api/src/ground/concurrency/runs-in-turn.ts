import type { FactoryProvider } from '@nestjs/common';
import type { Outcome } from '#requests';
import { isOfFew, type Run, type SchedulingService } from '#scheduling';
import { goneOf } from '../caller/index.js';
import type { Admission } from './admission.js';
import { Admissions } from './admissions.js';
import { standIn } from './stand-in.js';

/** What of the service takes a place. */
type Scheduling = Pick<SchedulingService, 'schedule' | 'ended'>;

/**
 * The provider of runs: those of many pods wait for a place in their room, and have it until they have ended, whoever
 * waits for them. What was begun is finished when its caller goes.
 */
export function runsInTurn<Service extends Scheduling>(provider: FactoryProvider<Service>): FactoryProvider<Service> {
  return {
    ...provider,
    inject: [Admissions, ...(provider.inject ?? [])],
    useFactory: async ({ runs }: Admissions, ...dependencies: unknown[]) => {
      const service = await provider.useFactory(...dependencies);
      const schedule = inTurn(service, runs);
      return standIn(service, (name, method) => (name === 'schedule' ? schedule : method));
    },
  };
}

function inTurn(service: Scheduling, room: Admission): SchedulingService['schedule'] {
  return (caller, request, options) => {
    if (isOfFew(request)) return service.schedule(caller, request, options);
    const applicant = { request: {}, team: caller.team, caller: caller.actor, signal: goneOf(caller) };
    return new Promise<Outcome<Run>>((resolve, reject) => {
      const work = async (): Promise<void> => {
        const outcome = await service.schedule(caller, request, options);
        resolve(outcome);
        if (!outcome.refused && !options.wait) await service.ended(outcome.value.id);
      };
      room.run(applicant, work).catch(reject);
    });
  };
}
