import { z } from 'zod';
import { atQuery, pageQuery, time, TIMES } from '../../ground/http/index.js';

const MAX_SEED = 2n ** 64n - 1n;

const selected = z.strictObject({
  namespace: z.string().optional(),
  labelSelector: z.string().optional().describe('A label selector, in the syntax of `?labelSelector=`.'),
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
    pods: podsAsked.default({}).describe('Which pods: by name, or pending pods by namespace and labels.'),
    profile: profileAsked,
    tieBreak: tieBreak.default('first').describe('Which of the nodes with the highest total is chosen.'),
    seed: z
      .string()
      .regex(/^(0|[1-9][0-9]{0,19})$/, 'must be a decimal number from 0 to 18446744073709551615')
      .refine((text) => !/^[0-9]{1,20}$/.test(text) || BigInt(text) <= MAX_SEED, 'must be at most 18446744073709551615')
      .optional()
      .describe('Seed for breaking ties if tieBreak is `seeded`. Default: 0.'),
    preemption: preemption
      .default('nominate')
      .describe(
        'What happens if evicting pods of lower priority would make a node feasible: nothing; the node is ' +
          'nominated; or the pods are evicted in the same commit and the pod is attempted again.',
      ),
    dryRun: z.boolean().default(false).describe('Decide and store the decisions for an hour, but bind nothing.'),
    allowEmpty: z
      .boolean()
      .default(false)
      .describe('Run even if no pod is selected, which is refused by default: for jobs that may find nothing to do.'),
    baseRevision: z
      .string()
      .regex(/^(0|[1-9][0-9]{0,18})$/, 'must be a decimal number')
      .optional()
      .describe('Run on exactly this revision, or refuse.'),
    wait: z.boolean().default(true).describe('False: answer 202 with the started run and continue in the background.'),
  })
  .superRefine(({ seed, tieBreak: rule }, context) => {
    // What is no seed at all is said already.
    if (seed !== undefined && rule !== 'seeded' && context.issues.length === 0)
      context.addIssue({ code: 'custom', path: ['seed'], message: 'has no effect unless tieBreak is seeded' });
  })
  .meta({ id: 'RunInput', description: 'A request to schedule.' });

const count = z.number().int();
const milliseconds = z.number();

export const runSchema = z
  .object({
    id: z.uuid(),
    cluster: z.uuid(),
    state: z
      .enum(['running', 'complete', 'failed', 'cancelled'])
      .describe('cancelled: a caller stopped it, or its process stopped or died; the committed parts are complete.'),
    dryRun: z.boolean(),
    baseRevision: z.string(),
    revision: z.string().nullable().describe('The revision of the last part; null if there is none, and for dry runs.'),
    profile: z.object({ name: z.string(), version: z.number().int(), digest: z.string() }),
    tieBreak: z.enum(['first', 'seeded']),
    seed: z.string(),
    preemption: z.enum(['off', 'nominate', 'evict']),
    counts: z
      .object({
        selected: count.describe(
          'Pods that the request selected, in the committed parts. Each has one decision, or two if it was ' +
            'attempted again after an eviction: the number is the sum of the others, minus `nominated` if the run ' +
            'evicts.',
        ),
        scheduled: count.describe('Decisions that bound a pod to a node; in a dry run, that would have.'),
        unschedulable: count.describe('Decisions without a feasible node.'),
        nominated: count.describe(
          'Decisions in which a node would be feasible if pods of lower priority were evicted.',
        ),
        gated: count.describe('Pods with scheduling gates.'),
        skipped: count.describe('Pods that were requested and not attempted; the decision gives the reason.'),
        error: count.describe('Pods whose attempt failed with an error; the decision gives the reason.'),
        forbidden: count
          .optional()
          .describe(
            'Pending pods that were left out because the caller may see, but not schedule, pods of their ' +
              'namespaces: they are not selected and have no decisions. Absent if there were none.',
          ),
      })
      .describe('Number of selected pods, and of decisions by outcome.'),
    durations: z.object({ readMs: milliseconds, decideMs: milliseconds, writeMs: milliseconds, totalMs: milliseconds }),
    parts: z.number().int(),
    error: z.string().nullable().describe('Why it failed or was cancelled.'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    actor: z
      .string()
      .nullable()
      .describe('Name of the caller who requested it; null for runs from before it was recorded.'),
    asked: z
      .object({
        names: z.array(z.string()).optional().describe('`namespace/name`, the first hundred.'),
        count: count.optional().describe('Number of names in the request.'),
        namespace: z.string().optional(),
        labelSelector: z.string().optional(),
      })
      .nullable()
      .describe(
        'The requested pods: by name, or pending ones; empty: all pending pods. Null for runs from before it ' +
          'was recorded.',
      ),
    redacted: z
      .literal(true)
      .optional()
      .describe('Whether only the pods that the caller may see are included; absent if the caller may see everything.'),
    progress: z
      .object({ decided: z.number().int() })
      .nullable()
      .optional()
      .describe('For an active run: the number of pods decided so far.'),
  })
  .meta({ id: 'Run', description: 'One request to schedule, and its state.' });

export const runPage = z
  .object({ items: z.array(runSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'RunPage', description: 'A page of runs, newest first.' });

/** Which runs; all that is given must hold. */
export const runFilter = z.strictObject({
  state: z.enum(['running', 'complete', 'failed', 'cancelled']).optional().describe('Only operations in this state.'),
  dryRun: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional()
    .describe('True: only dry runs; false: only other runs.'),
  since: time.optional().describe(`Only runs requested at or after this time: ${TIMES}.`),
});

export const runListQuery = z.strictObject({ ...runFilter.shape, ...atQuery, ...pageQuery });
