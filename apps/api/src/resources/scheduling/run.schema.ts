import { z } from 'zod';
import { inputTypeOf, Json, objectType, shown, words } from '../../ground/graphql/index.js';
import { atQuery, pageQuery, time, TIMES } from '../../ground/http/index.js';
import { profileReference } from '../profiles/index.js';

const MAX_SEED = 2n ** 64n - 1n;

const selected = z.strictObject({
  namespace: z.string().optional().describe('Pending pods of this namespace.'),
  labelSelector: z.string().optional().describe("Pending pods that match this label selector, in kubectl's syntax."),
});

const named = z.strictObject({
  names: z
    .array(z.string().regex(/^[^/]+\/[^/]+$/, 'must be namespace/name'))
    .min(1)
    .max(10_000)
    .describe('`namespace/name`, 1 to 10,000 names in any order; instead of the other fields.'),
});

/** Which pods, in one of the two ways. */
export const podsAsked = z.union([named, selected]);

/** All ways to say which pods, of which a request takes one. */
export const podSelection = shown(z.strictObject({ ...named.partial().shape, ...selected.shape }), {
  name: 'PodSelectionInput',
  about: 'Which pods: by name, or pending pods by namespace and labels. Default: all pending pods.',
});

const tieBreak = words('TieBreak', 'Which of several nodes with the highest total is chosen.', {
  first: 'The first node by name, in byte order.',
  seeded: 'A node selected by the seed, the same for the same seed.',
});

export const preemption = words('Preemption', 'Whether pods of lower priority are evicted.', {
  off: 'No node is nominated, and nothing is evicted.',
  nominate: 'A node is nominated, and nothing is evicted.',
  evict: 'The pods are evicted in the same commit, and the pod is attempted again.',
});

const runState = words('RunState', 'State of a run.', {
  running: 'It is running.',
  complete: 'All of its pods are decided.',
  failed: 'It stopped with an error; the committed parts are complete.',
  cancelled: 'It was cancelled; the committed parts are complete.',
});

/** For all pods that are asked for. */
export const profileAsked = shown(z.union([z.string(), z.record(z.string(), z.unknown())]), { type: () => Json })
  .optional()
  .describe(
    'Name of a profile, or an entry of `profiles` of a KubeSchedulerConfiguration. Default: the profile ' +
      "named by each pod's schedulerName.",
  );

/** The body of `schedule`. Everything in it may be left out: then all pending pods are scheduled. */
export const runBody = z
  .strictObject({
    pods: shown(podsAsked.default({}), { type: inputTypeOf(podSelection) }).describe(
      'Which pods: by name, or pending pods by namespace and labels.',
    ),
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

const counts = objectType('RunCounts', 'Number of selected pods, and of decisions by outcome.', {
  selected: count.describe(
    'Pods that the request selected, in the committed parts. Each has one decision, or two if it was ' +
      'attempted again after an eviction: the number is the sum of the others, minus `nominated` if the run evicts.',
  ),
  scheduled: count.describe('Decisions that bound a pod to a node; in a dry run, that would have.'),
  unschedulable: count.describe('Decisions without a feasible node.'),
  nominated: count.describe('Decisions in which a node would be feasible if pods of lower priority were evicted.'),
  gated: count.describe('Pods with scheduling gates.'),
  skipped: count.describe('Pods that were requested and not attempted; the decision gives the reason.'),
  error: count.describe('Pods whose attempt failed with an error; the decision gives the reason.'),
  observed: shown(
    count
      .optional()
      .describe(
        'Bindings by the scheduler of a real cluster that is followed, and evictions. Absent if there were none.',
      ),
    { absent: 0 },
  ),
  pending: shown(
    count.optional().describe('Attempts of that scheduler for which it found no node. Absent if there were none.'),
    { absent: 0 },
  ),
  forbidden: shown(
    count
      .optional()
      .describe(
        'Pending pods that were left out because the caller may see, but not schedule, pods of their ' +
          'namespaces: they are not selected and have no decisions. Absent if there were none.',
      ),
    { absent: 0 },
  ),
});

const durations = objectType(
  'RunDurations',
  'Durations of the phases of a run in milliseconds, including attempts that conflicted with other writers.',
  {
    readMs: milliseconds.describe('Reading the cluster.'),
    decideMs: milliseconds.describe('Evaluating pods.'),
    writeMs: milliseconds.describe('Writing bindings, decisions and traces.'),
    totalMs: milliseconds.describe('Total.'),
  },
);

const askedPods = objectType('AskedPods', 'The requested pods: by name, or pending ones; empty: all pending pods.', {
  names: z.array(z.string()).optional().describe('The requested names, `namespace/name`: the first hundred.'),
  count: count.optional().describe('Number of names in the request.'),
  namespace: z.string().optional().describe('Pending pods of this namespace.'),
  labelSelector: z.string().optional().describe("Pending pods that match this label selector, in kubectl's syntax."),
});

export const runProgress = objectType('RunProgress', 'Progress of an active run.', {
  decided: count.describe(
    'Number of pods decided so far, in parts that may still be discarded because of another ' + 'writer.',
  ),
});

export const runSchema = z
  .object({
    id: z.uuid(),
    cluster: z.uuid(),
    state: runState.describe(
      'The state. cancelled: a caller stopped it, or its process stopped or died; the committed parts are ' +
        'complete.',
    ),
    dryRun: z
      .boolean()
      .describe('Whether it was a dry run: nothing is bound, and its decisions are stored for an hour.'),
    baseRevision: z.string().describe('The revision of the cluster on which it began; a decimal integer.'),
    revision: z
      .string()
      .nullable()
      .describe('The revision of the last part, a decimal integer; null if there is none, and for dry runs.'),
    profile: profileReference.describe('The requested profile, or the default profile if each pod uses its own.'),
    tieBreak: tieBreak.describe('How ties are broken.'),
    seed: z.string().describe('The seed for breaking ties; a decimal integer.'),
    preemption: preemption.describe('Whether pods of lower priority are evicted.'),
    counts: counts.describe('Number of selected pods, and of decisions by outcome.'),
    durations: durations.describe('Durations of its phases.'),
    parts: count.describe('Number of committed parts; up to 10,000 pods are one part.'),
    error: z.string().nullable().describe('Why it failed or was cancelled; null otherwise.'),
    createdAt: z.iso.datetime().describe('When it began.'),
    finishedAt: z.iso.datetime().nullable().describe('When it ended; null while it is active.'),
    actor: z
      .string()
      .nullable()
      .describe('Name of the caller who requested it; null for runs from before it was recorded.'),
    asked: askedPods.nullable().describe('The requested pods; null for runs from before it was recorded.'),
    redacted: shown(
      z
        .literal(true)
        .optional()
        .describe(
          'Whether only the pods that the caller may see are included; absent if the caller may see ' + 'everything.',
        ),
      { absent: false, description: 'Whether only the pods that the caller may see are included.' },
    ),
    progress: runProgress.nullable().optional().describe('For an active run: the number of pods decided so far.'),
  })
  .meta({ id: 'Run', description: 'One request to schedule, and its state.' });

export const runPage = z
  .object({ items: z.array(runSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'RunPage', description: 'A page of runs, newest first.' });

/** Which runs; all that is given must hold. */
export const runFilter = z.strictObject({
  state: runState.optional().describe('Only in this state.'),
  dryRun: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional()
    .describe('True: only dry runs; false: only other runs.'),
  since: time.optional().describe(`Only runs requested at or after this time: ${TIMES}.`),
});

export const runListQuery = z.strictObject({ ...runFilter.shape, ...atQuery, ...pageQuery });
