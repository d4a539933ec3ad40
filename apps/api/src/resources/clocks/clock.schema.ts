import { z } from 'zod';
import { clockMode, clockRate } from '../clusters/index.js';
import { Json, objectType, shown } from '../../ground/graphql/index.js';
import { wait } from '../operations/index.js';

const duration = z.string().describe('A duration as Go writes it: `1h2m3.5s`, `300ms`.');
const time = z.iso.datetime({ offset: true });
const QUIET = { quiet: '10m', atMost: '24h' } as const;

const settle = z
  .strictObject({
    quiet: duration.describe('For so long no object has changed.'),
    atMost: duration.describe('No more time passes than this.'),
  })
  .meta({ id: 'ClockSettle', description: 'Time passes until no object has changed for a while.' });

/** What may be asked of a clock. */
export const clockMoveFields = z.strictObject({
  advance: duration.describe('So much time passes.').optional(),
  advanceTo: time.describe('Time passes up to then; not before the time of the clock.').optional(),
  settle: shown(z.union([settle, z.literal(true)]), { type: () => Json })
    .describe(
      'Time passes until no object has changed, Events and Leases aside: `{quiet, atMost}`. `true`: quiet for 10m, ' +
        'at most 24h.',
    )
    .optional(),
  mode: clockMode.describe('How time passes from now on.').optional(),
  rate: clockRate.describe('With `mode: real`: the number of seconds that pass in a second. Default: 1.').optional(),
});

export const clockMove = clockMoveFields
  .extend({ wait })
  .meta({ id: 'ClockMove', description: 'How time passes in a cluster: exactly one of these, or a mode.' });

export type ClockMoveBody = z.output<typeof clockMove>;

/** What `true` stands for. */
export function settleOf(given: NonNullable<ClockMoveBody['settle']>): { quiet: string; atMost: string } {
  return given === true ? QUIET : given;
}

export const clockSchema = z
  .object({
    mode: clockMode.describe('How time passes.'),
    now: z.iso.datetime().describe('The time of the cluster.'),
    rate: z.number().describe('Number of seconds that pass in a second; only of a real clock.').optional(),
    seed: z.string().describe('The seed of all that is random in the cluster.'),
    next: objectType('ClockTimer', 'A timer of a cluster that lives.', {
      at: z.iso.datetime().describe('Its time.'),
      what: z.string().describe('The controller and its key.'),
    })
      .nullable()
      .describe('The earliest timer; null if there is none.'),
    stopped: z
      .array(
        objectType('StoppedController', 'A controller that was stopped at a key.', {
          what: z.string().describe('The controller and its key.'),
          since: z.iso.datetime().describe('Since when, by the time of the cluster.'),
        }),
      )
      .describe(
        'Controllers that were stopped at a key, because they wrote without end while no time passed. They ' +
          'continue once a request has changed the object.',
      ),
    position: z.string().describe('Number of the last change in the log; a decimal integer.'),
    revision: z.string().describe('Number of the last revision; a decimal integer.'),
    digest: z.string().describe('A SHA-256 over all changes of controllers since the clock began, hexadecimal.'),
  })
  .meta({ id: 'Clock', description: 'The clock of a cluster that lives.' });

const queuedPod = z
  .object({
    namespace: z.string().describe('Its namespace.'),
    name: z.string().describe('Its name.'),
    uid: z.string().describe('Its uid.'),
    priority: z.number().int().describe('Its priority.'),
    attempts: z.number().int().describe('Number of failed attempts.'),
    since: z.iso.datetime().describe('Since when it waits there.'),
    until: z.iso.datetime().optional().describe('Until when it backs off.'),
    plugins: z.array(z.string()).describe('The plugins that rejected it.'),
  })
  .meta({ id: 'QueuedPod', description: 'A pod in the scheduling queue.' });

export const queueSchema = z
  .object({
    active: z.array(queuedPod).describe('Pods that are tried next.'),
    backoff: z.array(queuedPod).describe('Pods that back off.'),
    unschedulable: z.array(queuedPod).describe('Pods that wait for what may help them.'),
    gated: z.array(queuedPod).describe('Pods with scheduling gates.'),
    incoming: shown(z.record(z.string(), z.number().int()), { type: () => Json }).describe(
      'How often pods came into which part by which event (`active NodeAdd`), since this was asked last.',
    ),
  })
  .meta({ id: 'SchedulingQueue', description: 'The scheduling queue of a cluster that lives.' });

export const queueQuery = z.strictObject({
  keep: z
    .stringbool()
    .optional()
    .describe('`true`: the counts of what came into the queue go on. Default: they begin anew.'),
});
