import { Float, ID } from '@nestjs/graphql';
import { z } from 'zod';
import { traceStatus } from '../decisions/index.js';
import { component, objectType, shown, typeOf } from '../../ground/graphql/index.js';
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
const large = shown(count, { type: () => Float });

const spread = component('Spread', 'Statistics of a list of numbers.', {
  min: z.number().describe('The minimum.'),
  max: z.number().describe('The maximum.'),
  mean: z.number().describe('The mean.'),
  standardDeviation: z.number().describe('Population standard deviation of the numbers.'),
});

const resource = objectType('ResourceMeasures', 'A resource of all nodes of a side together.', {
  resource: z.string().describe('The resource.'),
  allocatable: z.string().describe('Allocatable of all nodes, as a quantity.'),
  requested: z.string().describe('Requests of the pods, as a quantity.'),
  utilization: z.number().describe('Requested divided by allocatable of all nodes, from 0 to 1 and above.'),
  nodes: spread.describe('Requested divided by allocatable of each node that has the resource: the balance.'),
  stranded: z
    .string()
    .describe('Free amount on nodes on which no compared pod that requests the resource fits any more.'),
  strandedShare: z.number().describe('`stranded` divided by allocatable.'),
});

const outcomeCount = objectType('OutcomeCount', 'Number of pods with the same outcome.', {
  outcome: z.string().describe('`scheduled`, `nominated`, `unschedulable`, `gated`, `error`, `evicted` or `skipped`.'),
  pods: count.describe('Number of pods.'),
});

const measures = component(
  'SideMeasures',
  'The result of one side of a comparison.',
  {
    outcomes: shown(z.record(z.string(), count).describe('Number of pods by outcome.'), { hidden: true }),
    nodesUsed: count.describe('Number of nodes with pods.'),
    nodes: count.describe('All nodes.'),
    resources: z.array(resource).describe('Each resource of the nodes.'),
  },
  {
    also: {
      outcomes: {
        type: typeOf(z.array(outcomeCount)),
        description: 'Number of pods by outcome.',
        of: ({ outcomes }: { readonly outcomes: Readonly<Record<string, number>> }) =>
          Object.entries(outcomes).map(([outcome, pods]) => ({ outcome, pods })),
      },
    },
  },
);

const placement = objectType('SidePlacement', 'The outcome of a pod on one side.', {
  outcome: z
    .enum(['scheduled', 'nominated', 'unschedulable', 'gated', 'error', 'evicted', 'skipped'])
    .describe('What it came to there.'),
  node: z.string().nullable().describe('Its node; null if it has none.'),
  message: z.string().describe('Why it has no node, as reported by kube-scheduler.'),
  otherNode: traceStatus
    .nullable()
    .describe('Why it did not fit the node that the other side chose; null if it fits, or was not asked.'),
});

const pluginShare = objectType('PluginShare', 'The share of a score plugin in a differing placement.', {
  plugin: z.string().describe('The plugin.'),
  a: large.describe("Weighted score of A's node minus that of B's node, on side A; an integer."),
  b: large.describe("Weighted score of B's node minus that of A's node, on side B; an integer."),
  share: large.describe('The sum of `a` and `b`: 0 if both sides score the two nodes alike; an integer.'),
});

const difference = objectType('ComparedPlacement', 'A pod that the two sides place differently.', {
  pod: objectType('ComparedPod', 'Reference to a pod.', {
    namespace: z.string().describe('The namespace.'),
    name: z.string().describe('Its name.'),
  }).describe('The pod.'),
  a: placement.describe('On A.'),
  b: placement.describe('On B.'),
  plugins: z.array(pluginShare).describe('The largest share first; empty if the two nodes were not both scored.'),
});

const side = objectType('ComparedSide', 'A side as it was compared.', {
  cluster: shown(z.uuid().describe('The id of its cluster; a UUID.'), { type: () => ID }),
  position: z
    .string()
    .describe("Position in the cluster's log at which the first pod was attempted; a decimal integer."),
  profile: z.string().nullable().describe('Null if each pod uses its own profile.'),
  unaskedExtenders: z.array(z.string()).describe('Extenders of its profiles, which are not called.'),
});

const placementCounts = objectType(
  'PlacementCounts',
  'Number of pods by placement on the two sides; the counts add up to all pods.',
  {
    same: count.describe('On the same node on both sides.'),
    moved: count.describe('On different nodes.'),
    onlyA: count.describe('On a node on side A only.'),
    onlyB: count.describe('On a node on side B only.'),
    neither: count.describe('On no node.'),
  },
);

const decidingPlugin = objectType('DecidingPlugin', 'How often a plugin decided that placements differ.', {
  plugin: z.string().describe('The plugin.'),
  rejected: count.describe("Placements in which the plugin rejected the other side's node."),
  outscored: count.describe('Placements in which no other plugin has a larger share.'),
});

const seedReport = objectType('SeedReport', 'The result of a comparison with one seed.', {
  seed: z.string().nullable().describe('The seed; a decimal integer. Null if ties are broken by name.'),
  counts: placementCounts.describe('Number of pods by placement on the two sides; the counts add up to all pods.'),
  ties: count.describe('Placements that differ although no plugin decided it.'),
  a: measures.describe('The result of side A.'),
  b: measures.describe('The result of side B.'),
  plugins: z.array(decidingPlugin).describe('The plugins that decided differing placements, the most frequent first.'),
});

const overSeeds = objectType('MeasureOverSeeds', 'A measure over all seeds.', {
  measure: z.string().describe('`scheduled`, `nodesUsed`, `utilization`, `imbalance` or `stranded`.'),
  resource: z.string().nullable().describe('The resource; null if the measure is not of a resource.'),
  a: spread.describe('Of A.'),
  b: spread.describe('Of B.'),
  difference: spread.describe('B minus A, for each seed.'),
});

export const comparisonSchema = component(
  'Comparison',
  'The result of scheduling the same pods in the same order on two sides.',
  {
    a: side.describe('Side A.'),
    b: side.describe('Side B.'),
    pods: count.describe('Number of pods.'),
    seeds: z.array(seedReport).describe('One entry for each seed.'),
    overSeeds: z.array(overSeeds).nullable().describe('Null with a single seed.'),
    placements: z.array(difference).describe('Differing placements of the first seed, in the order of the pods.'),
    placementCount: count.describe('Number of differing placements.'),
    sentence: z.string().describe('A summary in plain text.'),
  },
);
