import { z } from 'zod';
import { atQuery } from '../../ground/http/index.js';
import { wait } from '../operations/index.js';
import { podsAsked, preemption, profileAsked } from '../scheduling/index.js';

/** One of the two sides. */
export const sideBody = z
  .strictObject({
    profile: profileAsked,
    cluster: z.string().min(1).optional().describe('Id or name; the cluster of the path unless given.'),
  })
  .meta({ id: 'ComparisonSideInput', description: 'By which profile pods go on a side, and in which cluster.' });

const moment = (what: string): z.ZodOptional<z.ZodString> =>
  z.string().optional().describe(`${what}: a moment, as \`at\` elsewhere.`);

/** What may be asked, before it is seen whether that contradicts itself. */
export const comparisonShape = z.strictObject({
  a: sideBody,
  b: sideBody,
  pods: podsAsked
    .optional()
    .describe(
      'Pods by name, as if they were on no node, or the pending ones by namespace and labels; all pending ones where ' +
        'neither this nor `run` nor `since` is given.',
    ),
  ...atQuery,
  run: z.uuid().optional().describe('The pods that this run tried, in its order, on the cluster that it began with.'),
  since: moment('Pods as they were tried from here on, while all else happens as the log has it'),
  until: moment('Up to here; the present unless given'),
  seeds: z
    .number()
    .int()
    .min(1)
    .max(50)
    .optional()
    .describe('Break ties by so many seeds in turn; otherwise as the run did, or by name.'),
  preemption: preemption.optional().describe('As in runs; that of the run, or `off`, unless given.'),
  limit: z.number().int().min(0).max(1_000).default(100).describe('So many placements that differ are told.'),
});

type Shape = z.output<typeof comparisonShape>;

function refuseContradictions({ pods, at, run, since, until }: Shape, context: z.RefinementCtx): void {
  const forbid = (field: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [field], message });
  };
  if (run !== undefined && pods !== undefined) forbid('pods', 'are those of the run');
  if (since !== undefined && pods !== undefined) forbid('pods', 'are those that were tried since then');
  if (since !== undefined && run !== undefined) forbid('run', 'does not go with since');
  if (until !== undefined && since === undefined) forbid('until', 'goes with since');
  if (at !== undefined && (run ?? since) !== undefined) forbid('at', 'is for pods: a run and `since` say when');
}

/** What is compared. */
export const comparisonAsked = comparisonShape.superRefine(refuseContradictions);

/** The body of a comparison. */
export const comparisonBody = comparisonShape
  .extend({ wait })
  .superRefine(refuseContradictions)
  .meta({
    id: 'ComparisonInput',
    description: 'The same pods in the same order, under two profiles or in two clusters.',
  });

const count = z.number().int();
const share = z.number();

const spread = z
  .object({ min: share, max: share, mean: share, standardDeviation: share })
  .meta({ id: 'Spread', description: 'How numbers lie.' });

const resource = z.object({
  resource: z.string(),
  allocatable: z.string(),
  requested: z.string(),
  utilization: share.describe('The share of all there is that is requested, from 0 to 1 and beyond.'),
  nodes: spread.describe('The same of each node that has any: the balance.'),
  stranded: z.string().describe('Free on nodes where no compared pod that asks for it fits any more.'),
  strandedShare: share,
});

const measures = z
  .object({
    outcomes: z.record(z.string(), count).describe('Pods by outcome.'),
    nodesUsed: count.describe('Nodes with a pod on them.'),
    nodes: count,
    resources: z.array(resource),
  })
  .meta({ id: 'SideMeasures', description: 'What a side of a comparison came to.' });

const status = z.object({ plugin: z.string().nullable(), code: z.string(), reasons: z.array(z.string()) });

const placement = z.object({
  outcome: z.enum(['scheduled', 'nominated', 'unschedulable', 'gated', 'error', 'evicted', 'skipped']),
  node: z.string().nullable(),
  message: z.string(),
  otherNode: status
    .nullable()
    .describe('Why it could not be on the node that the other side took; null where it could, or was not asked.'),
});

const difference = z.object({
  pod: z.object({ namespace: z.string(), name: z.string() }),
  a: placement,
  b: placement,
  plugins: z
    .array(
      z.object({
        plugin: z.string(),
        a: count.describe("Weighted points of A's node less B's, as A counts them."),
        b: count.describe("Weighted points of B's node less A's, as B counts them."),
        share: count.describe('Their sum: 0 for a plugin that sees the two nodes alike on both sides.'),
      }),
    )
    .describe('The largest share first; empty where the two nodes were not scored side by side.'),
});

const side = z.object({
  cluster: z.uuid(),
  position: z.string().describe("Of the cluster's log, where the first pod was tried."),
  profile: z.string().nullable().describe('Null where each pod went through its own.'),
  unaskedExtenders: z.array(z.string()).describe('Extenders of its profiles, which are not asked.'),
});

export const comparisonSchema = z
  .object({
    a: side,
    b: side,
    pods: count,
    seeds: z.array(
      z.object({
        seed: z.string().nullable().describe('Null where ties went to the first by name.'),
        counts: z
          .object({ same: count, moved: count, onlyA: count, onlyB: count, neither: count })
          .describe('Pods by where they are on the two sides: they add up.'),
        ties: count.describe('Placements that differ although no plugin made a difference.'),
        a: measures,
        b: measures,
        plugins: z
          .array(
            z.object({
              plugin: z.string(),
              rejected: count.describe("Placements in which it turned the other side's node down."),
              outscored: count.describe('Placements in which no other plugin has a larger share.'),
            }),
          )
          .describe('What decided that placements differ, the most often first.'),
      }),
    ),
    overSeeds: z
      .array(
        z.object({
          measure: z.string().describe('`scheduled`, `nodesUsed`, `utilization`, `imbalance` or `stranded`.'),
          resource: z.string().nullable(),
          a: spread,
          b: spread,
          difference: spread.describe('Of B less A, seed by seed.'),
        }),
      )
      .nullable()
      .describe('Null of a single seed.'),
    placements: z.array(difference).describe('Those that differ, of the first seed, in the order of the pods.'),
    placementCount: count.describe('How many differ in all.'),
    sentence: z.string(),
  })
  .meta({ id: 'Comparison', description: 'The same pods in the same order on two sides.' });
