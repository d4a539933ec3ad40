import { z } from 'zod';
import { atQuery } from '../../ground/http/index.js';
import { wait } from '../operations/index.js';
import { podsAsked, preemption, profileAsked } from '../scheduling/index.js';

/** One of the two sides. */
export const sideBody = z
  .strictObject({
    profile: profileAsked,
    cluster: z.string().min(1).optional().describe('The cluster, by id or name. Default: the cluster of the path.'),
  })
  .meta({ id: 'ComparisonSideInput', description: 'The profile and the cluster of a side.' });

const moment = (what: string): z.ZodOptional<z.ZodString> =>
  z.string().optional().describe(`${what}. A moment, in the formats of \`at\`.`);

/** What may be asked, before it is seen whether that contradicts itself. */
export const comparisonShape = z.strictObject({
  a: sideBody,
  b: sideBody,
  pods: podsAsked
    .optional()
    .describe(
      'Pods by name, as if they were not assigned to a node, or pending pods by namespace and labels. ' +
        'Default, without `run` and `since`: all pending pods.',
    ),
  ...atQuery,
  run: z
    .uuid()
    .optional()
    .describe('The pods that this run attempted, in its order, on the cluster on which it began.'),
  since: moment('Pods attempted since this moment, while all other changes happen as in the log'),
  until: moment('End of the period. Default: the present'),
  seeds: z
    .number()
    .int()
    .min(1)
    .max(50)
    .optional()
    .describe('Number of seeds with which ties are broken, each in turn. Default: as in the run, or by name.'),
  preemption: preemption.optional().describe('As in runs. Default: that of the run, or `off`.'),
  limit: z
    .number()
    .int()
    .min(0)
    .max(1_000)
    .default(100)
    .describe('Maximum number of differing placements in the result.'),
});

type Shape = z.output<typeof comparisonShape>;

function refuseContradictions({ pods, at, run, since, until }: Shape, context: z.RefinementCtx): void {
  const forbid = (field: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [field], message });
  };
  if (run !== undefined && pods !== undefined) forbid('pods', 'cannot be set together with run');
  if (since !== undefined && pods !== undefined) forbid('pods', 'cannot be set together with since');
  if (since !== undefined && run !== undefined) forbid('run', 'cannot be set together with since');
  if (until !== undefined && since === undefined) forbid('until', 'requires since');
  if (at !== undefined && (run ?? since) !== undefined)
    forbid('at', 'cannot be set together with run or since, which select the moment');
}

/** What is compared. */
export const comparisonAsked = comparisonShape.superRefine(refuseContradictions);

/** The body of a comparison. */
export const comparisonBody = comparisonShape
  .extend({ wait })
  .superRefine(refuseContradictions)
  .meta({ id: 'ComparisonInput', description: 'Two sides, on which the same pods are scheduled in the same order.' });

const count = z.number().int();
const share = z.number();

const spread = z
  .object({ min: share, max: share, mean: share, standardDeviation: share })
  .meta({ id: 'Spread', description: 'Statistics of a list of numbers.' });

const resource = z.object({
  resource: z.string(),
  allocatable: z.string(),
  requested: z.string(),
  utilization: share.describe('Requested divided by allocatable of all nodes, from 0 to 1 and above.'),
  nodes: spread.describe('Requested divided by allocatable of each node that has the resource: the balance.'),
  stranded: z
    .string()
    .describe('Free amount on nodes on which no compared pod that requests the resource fits any more.'),
  strandedShare: share,
});

const measures = z
  .object({
    outcomes: z.record(z.string(), count).describe('Number of pods by outcome.'),
    nodesUsed: count.describe('Number of nodes with pods.'),
    nodes: count,
    resources: z.array(resource),
  })
  .meta({ id: 'SideMeasures', description: 'The result of one side of a comparison.' });

const status = z.object({ plugin: z.string().nullable(), code: z.string(), reasons: z.array(z.string()) });

const placement = z.object({
  outcome: z.enum(['scheduled', 'nominated', 'unschedulable', 'gated', 'error', 'evicted', 'skipped']),
  node: z.string().nullable(),
  message: z.string(),
  otherNode: status
    .nullable()
    .describe('Why it did not fit the node that the other side chose; null if it fits, or was not asked.'),
});

const difference = z.object({
  pod: z.object({ namespace: z.string(), name: z.string() }),
  a: placement,
  b: placement,
  plugins: z
    .array(
      z.object({
        plugin: z.string(),
        a: count.describe("Weighted score of A's node minus that of B's node, on side A."),
        b: count.describe("Weighted score of B's node minus that of A's node, on side B."),
        share: count.describe('The sum of `a` and `b`: 0 if both sides score the two nodes alike.'),
      }),
    )
    .describe('The largest share first; empty if the two nodes were not both scored.'),
});

const side = z.object({
  cluster: z.uuid(),
  position: z.string().describe("Position in the cluster's log at which the first pod was attempted."),
  profile: z.string().nullable().describe('Null if each pod uses its own profile.'),
  unaskedExtenders: z.array(z.string()).describe('Extenders of its profiles, which are not called.'),
});

export const comparisonSchema = z
  .object({
    a: side,
    b: side,
    pods: count,
    seeds: z.array(
      z.object({
        seed: z.string().nullable().describe('Null if ties are broken by name.'),
        counts: z
          .object({ same: count, moved: count, onlyA: count, onlyB: count, neither: count })
          .describe('Number of pods by placement on the two sides; the counts add up to all pods.'),
        ties: count.describe('Placements that differ although no plugin decided it.'),
        a: measures,
        b: measures,
        plugins: z
          .array(
            z.object({
              plugin: z.string(),
              rejected: count.describe("Placements in which the plugin rejected the other side's node."),
              outscored: count.describe('Placements in which no other plugin has a larger share.'),
            }),
          )
          .describe('The plugins that decided differing placements, the most frequent first.'),
      }),
    ),
    overSeeds: z
      .array(
        z.object({
          measure: z.string().describe('`scheduled`, `nodesUsed`, `utilization`, `imbalance` or `stranded`.'),
          resource: z.string().nullable(),
          a: spread,
          b: spread,
          difference: spread.describe('B minus A, for each seed.'),
        }),
      )
      .nullable()
      .describe('Null with a single seed.'),
    placements: z.array(difference).describe('The differing placements of the first seed, in the order of the pods.'),
    placementCount: count.describe('Number of differing placements.'),
    sentence: z.string(),
  })
  .meta({ id: 'Comparison', description: 'The result of scheduling the same pods in the same order on two sides.' });
