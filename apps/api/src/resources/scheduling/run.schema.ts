import { z } from 'zod';
import { atQuery, pageQuery, time, TIMES } from '../../ground/http/index.js';

const MAX_SEED = 2n ** 64n - 1n;

const selected = z.strictObject({
  namespace: z.string().optional(),
  labelSelector: z.string().optional().describe('In the grammar of `?labelSelector=`.'),
});

const named = z.strictObject({
  names: z
    .array(z.string().regex(/^[^/]+\/[^/]+$/, 'must be namespace/name'))
    .min(1)
    .max(10_000)
    .describe('`namespace/name`, in any order.'),
});

/** Which pods, in one of the two ways. */
export const podsAsked = z.union([named, selected]);

/** All ways to say which pods, of which a request takes one. */
export const podSelection = z.strictObject({ ...named.partial().shape, ...selected.shape });

export const tieBreak = z.enum(['first', 'seeded']);
export const preemption = z.enum(['off', 'nominate', 'evict']);

/** For all pods that are asked for. */
export const profileAsked = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .optional()
  .describe(
    'Name of a profile, or an entry of `profiles` of a KubeSchedulerConfiguration. Default: the profile ' +
      "named by each pod's schedulerName.",
  );

/** The body of `schedule`. Everything in it may be left out: then all pending pods are scheduled. */
export const runBody = z
  .strictObject({
    pods: podsAsked.default({}).describe('Which pods: by name, or the pending ones by namespace and labels.'),
    profile: profileAsked,
    tieBreak: tieBreak.default('first').describe('Which of the nodes with the best total is taken.'),
    seed: z
      .string()
      .regex(/^(0|[1-9][0-9]{0,19})$/, 'must be a decimal number from 0 to 18446744073709551615')
      .refine((text) => !/^[0-9]{1,20}$/.test(text) || BigInt(text) <= MAX_SEED, 'must be at most 18446744073709551615')
      .optional()
      .describe('Breaks ties where tieBreak is `seeded`; 0 when it is not given.'),
    preemption: preemption
      .default('nominate')
      .describe(
        'What happens when pods of lower priority are in the way: nothing; the node where they could make room is ' +
          'noted; or they are evicted in the same commit and the pod is tried again.',
      ),
    dryRun: z.boolean().default(false).describe('Decide and keep the evidence for an hour, but bind nothing.'),
    allowEmpty: z
      .boolean()
      .default(false)
      .describe('Run although no pod is selected, which is refused otherwise: for jobs that find nothing to do.'),
    baseRevision: z
      .string()
      .regex(/^(0|[1-9][0-9]{0,18})$/, 'must be a decimal number')
      .optional()
      .describe('Run on exactly this revision or not at all.'),
    wait: z.boolean().default(true).describe('False: answer 202 with the run as it starts.'),
  })
  .superRefine(({ seed, tieBreak: rule }, context) => {
    // What is no seed at all is said already.
    if (seed !== undefined && rule !== 'seeded' && context.issues.length === 0)
      context.addIssue({ code: 'custom', path: ['seed'], message: 'has no effect unless tieBreak is seeded' });
  })
  .meta({ id: 'RunInput', description: 'A call of schedule.' });

const count = z.number().int();
const milliseconds = z.number();

export const runSchema = z
  .object({
    id: z.uuid(),
    cluster: z.uuid(),
    state: z
      .enum(['running', 'complete', 'failed', 'cancelled'])
      .describe(
        'cancelled: somebody stopped it, or the service that worked on it was stopped or died; the parts that are ' +
          'there are whole.',
      ),
    dryRun: z.boolean(),
    baseRevision: z.string(),
    revision: z.string().nullable().describe('Of the last part; null while there is none, and for dry runs.'),
    profile: z.object({ name: z.string(), version: z.number().int(), digest: z.string() }),
    tieBreak: z.enum(['first', 'seeded']),
    seed: z.string(),
    preemption: z.enum(['off', 'nominate', 'evict']),
    counts: z
      .object({
        selected: count.describe(
          'Pods that the request selected, of the parts that are committed. Each has one decision, or two where it ' +
            'was tried again after an eviction: it is the sum of the others, less `nominated` when the run evicts.',
        ),
        scheduled: count.describe('Decisions that bound a pod to a node; in a dry run, that would have.'),
        unschedulable: count.describe('Decisions that no node fits.'),
        nominated: count.describe('Decisions that a node would fit once pods of lower priority are evicted.'),
        gated: count.describe('Pods that wait for their scheduling gates.'),
        skipped: count.describe('Pods that were asked for and not tried; the decision says why.'),
        error: count.describe('Pods that could not be tried; the decision says why.'),
        forbidden: count
          .optional()
          .describe(
            'Pending pods that were left out, because who asked sees them and may not schedule in their namespaces: ' +
              'they are not selected, and have no decisions. Absent where there were none.',
          ),
      })
      .describe('Pods that were selected, and decisions by outcome.'),
    durations: z.object({ readMs: milliseconds, decideMs: milliseconds, writeMs: milliseconds, totalMs: milliseconds }),
    parts: z.number().int(),
    error: z.string().nullable().describe('Why it failed or was cancelled.'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    actor: z.string().nullable().describe('Who asked for it; null for runs from before that was noted.'),
    asked: z
      .object({
        names: z.array(z.string()).optional().describe('`namespace/name`, the first hundred.'),
        count: count.optional().describe('How many names were given.'),
        namespace: z.string().optional(),
        labelSelector: z.string().optional(),
      })
      .nullable()
      .describe(
        'Which pods it was asked for: by name, or pending ones; with nothing in it all pending pods. Null for runs ' +
          'from before that was noted.',
      ),
    redacted: z
      .literal(true)
      .optional()
      .describe('It is about the pods that the reader sees; absent where they see everything.'),
    progress: z
      .object({ decided: z.number().int() })
      .nullable()
      .optional()
      .describe('Of a run that is under way: the pods decided so far.'),
  })
  .meta({ id: 'Run', description: 'One call of schedule, and how far it is.' });

export const runPage = z
  .object({ items: z.array(runSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'RunPage', description: 'A page of runs, newest first.' });

/** Which runs; all that is given must hold. */
export const runFilter = z.strictObject({
  state: z.enum(['running', 'complete', 'failed', 'cancelled']).optional().describe('That are so far.'),
  dryRun: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional()
    .describe('Only dry runs, or only the others.'),
  since: time.optional().describe(`Only runs requested at or after this time: ${TIMES}.`),
});

export const runListQuery = z.strictObject({ ...runFilter.shape, ...atQuery, ...pageQuery });
