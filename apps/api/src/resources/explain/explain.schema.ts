import { DEFAULT_COSTS, type CostsRequest } from '#questions';
import { z } from 'zod';
import { atQuery, podText, publishedAs } from '../../ground/http/index.js';

const count = z.number().int();

const KINDS = Object.keys(DEFAULT_COSTS) as (keyof typeof DEFAULT_COSTS)[];

const defaults = KINDS.map((kind) => `${kind}:${DEFAULT_COSTS[kind]}`).join(',');

/** `kind:weight`, with commas between them. */
const costsText = z
  .string()
  .transform((text, context): CostsRequest => {
    const costs: Partial<Record<keyof typeof DEFAULT_COSTS, number>> = {};
    for (const part of text.split(',')) {
      const [name = '', weight = ''] = part.split(':');
      const kind = KINDS.find((one) => one === name.trim());
      const number = /^\d{1,6}(\.\d{1,2})?$/.test(weight.trim()) ? Number(weight) : NaN;
      if (kind === undefined || Number.isNaN(number))
        context.addIssue({
          code: 'custom',
          message: `${JSON.stringify(part)} is no kind:weight; the kinds are ${KINDS.join(', ')}`,
        });
      else costs[kind] = number;
    }
    return costs;
  })
  .optional()
  .describe(
    `What changes cost, as \`kind:weight\` with commas between them; what is not named keeps its weight of ` +
      `\`${defaults}\`. An eviction counts once for each pod, and \`breakBudget\` for each budget it breaks; ` +
      '`addResource` up to twice, by the share of the request that is missing.',
  );

const limit = publishedAs(
  z
    .string()
    .regex(/^([1-9]|[1-4]\d|50)$/, 'must be a number from 1 to 50')
    .transform(Number)
    .optional()
    .describe('Of so many nodes, where no node is named: 1 to 50, 10 unless given.'),
  { type: 'integer', minimum: 1, maximum: 50, default: 10 },
);

const requests = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
  .describe(
    '`true`: by which other requests the pod would go elsewhere, or there, too: each is tried, on the cluster as it ' +
      'was. Of one node.',
  );

export const whyQuery = z.strictObject({
  node: z.string().optional().describe("The node that is explained; the decision's own unless given."),
  against: z.string().optional().describe('The other node; the best other one that fits unless given.'),
  requests,
});

const nodeQuery = z.string().optional().describe('The node; the ones that are cheapest to make fit unless given.');

/** Other requests are tried for one node only. */
const requestsOfNode = { path: ['requests'], message: 'is of one node: name it with `node`, or leave `requests` out' };

interface TriedRequests {
  readonly node?: string | undefined;
  readonly requests?: boolean | undefined;
}

function isOfNode({ node, requests: tried }: TriedRequests): boolean {
  return tried !== true || node !== undefined;
}

export const decisionWhyNotQuery = z
  .strictObject({ node: nodeQuery, limit, costs: costsText, requests })
  .refine(isOfNode, requestsOfNode);

const asked = {
  pod: podText.describe('The pod: `namespace/name`. One that is on a node is asked about as if it were on none.'),
  profile: z.string().optional().describe("The profile; that of the pod's `schedulerName` unless given."),
  ...atQuery,
  limit,
  costs: costsText,
};

export const whyNotQuery = z.strictObject({ ...asked, node: nodeQuery, requests }).refine(isOfNode, requestsOfNode);
export const fitAnywhereQuery = z.strictObject(asked);

/** The same as arguments of GraphQL; the moment is the cluster's. */
export const whyNotArgs = z.strictObject({
  pod: podText,
  node: z.string(),
  profile: z.string().optional(),
  costs: costsText,
  requests: z.boolean().optional(),
});
export const decisionWhyNotArgs = z.strictObject({
  node: z.string(),
  costs: costsText,
  requests: z.boolean().optional(),
});
export const fitAnywhereArgs = z.strictObject({
  pod: podText,
  profile: z.string().optional(),
  first: z.number().int().min(1).max(50).optional(),
  costs: costsText,
});

const points = z.object({ raw: count, normalized: count, weighted: count });

const contribution = z
  .object({
    plugin: z.string(),
    weight: count,
    node: points,
    against: points,
    difference: count.describe('Weighted, of the node less the other.'),
  })
  .meta({ id: 'Contribution', description: "A score plugin's share in the difference of two totals." });

const requestChange = z
  .object({
    resource: z.string(),
    from: z.string().describe('What the pod requests in all, as a quantity.'),
    to: z.string().describe('What it would have to, in whole `m` of cpu, `Mi` of memory and storage, huge pages.'),
    share: z.number().nullable().describe('How much of `from` that is, either way; null where that is nothing.'),
    winner: z.string().nullable().describe('The node that the pod goes to then; null where it goes nowhere.'),
    sentence: z.string(),
  })
  .meta({
    id: 'RequestChange',
    description:
      'Another request of one resource, tried: with it the pod goes elsewhere, and with one a step nearer to what it ' +
      'requests it does not.',
  });

const requestChanges = z
  .array(requestChange)
  .describe('Of each resource the nearest smaller and the nearest larger request, the smallest share first.');

const status = z.object({ plugin: z.string().nullable(), code: z.string(), reasons: z.array(z.string()) });

export const whySchema = z
  .object({
    decision: z.string().describe('`<run>.<ordinal>`'),
    node: z.string().nullable().describe('Null where the decision has no node and none was asked for.'),
    against: z.string().nullable().describe('Null where no other node fits.'),
    plugins: z.array(contribution).describe('The ones that made the most difference first.'),
    difference: count
      .nullable()
      .describe("Of the totals: the sum of the plugins' differences. Null where one of the two does not fit."),
    againstStatus: status.nullable().describe('Why the other node does not fit; null where it does.'),
    ties: count.describe("Nodes with the node's total, itself included."),
    deciding: z
      .object({
        filters: z.array(z.object({ plugin: z.string(), first: count, any: count, sole: count })),
        scores: z.array(z.string()),
      })
      .describe('Filters that turned nodes down, and scores that differ among nodes that fit.'),
    combinations: z
      .array(z.object({ plugins: z.array(z.string()), nodes: count }))
      .nullable()
      .describe(
        'All nodes that were evaluated, by the filters that fail there: none where the pod fits. Null of a trace ' +
          'that was kept in part.',
      ),
    weightChange: z
      .object({ plugin: z.string(), from: count, to: count, winner: z.string() })
      .nullable()
      .describe('The least change of one weight that makes another node win; null where none does.'),
    requestChanges: requestChanges
      .nullable()
      .optional()
      .describe(
        'Where `requests` was asked for: others by which the pod would have gone elsewhere, or anywhere; null where ' +
          'extenders had a say.',
      ),
    sentence: z.string(),
  })
  .meta({ id: 'Why', description: 'The node of a decision against another one.' });

const namedPod = z.object({ namespace: z.string(), name: z.string(), uid: z.string(), priority: count });

const change = z
  .object({
    kind: z.enum(KINDS.filter((kind) => kind !== 'breakBudget')),
    cost: z.number(),
    sentence: z.string(),
    node: z.string().optional(),
    resource: z.string().optional(),
    amount: z.string().optional().describe('Of the resource: the least that is enough, as a quantity.'),
    share: z.number().optional().describe('Of the request that is missing.'),
    port: z.object({ ip: z.string(), protocol: z.string(), port: count }).optional(),
    pods: z.array(namedPod).optional().describe('That go, the least important first.'),
    budgets: z
      .array(z.object({ namespace: z.string(), name: z.string(), allowed: count, needed: count }))
      .optional()
      .describe('PodDisruptionBudgets that this would break.'),
    otherPods: count.optional().describe('How many go beside `pods` that the reader may not know.'),
    otherBudgets: count.optional().describe('Likewise of `budgets`.'),
    toleration: z.record(z.string(), z.unknown()).optional(),
    taint: z.record(z.string(), z.unknown()).optional(),
    label: z.string().optional(),
    value: z.string().nullable().optional().describe('Of the label; null: it goes.'),
    field: z.string().optional().describe('Of the pod.'),
    key: z.string().nullable().optional().describe('Which part of the field goes; null: all that is required.'),
    volume: z.string().optional(),
    claim: z.object({ namespace: z.string(), name: z.string() }).optional(),
    labels: z.record(z.string(), z.string()).optional().describe('That say where the volume is afterwards.'),
  })
  .meta({
    id: 'SuggestedChange',
    description: 'A change that takes something out of the way; which fields, the kind says.',
  });

const rivalry = z
  .object({
    winner: z.string(),
    wins: z.boolean(),
    difference: count.describe("The node's total less that of `against`."),
    against: z.string().nullable().describe('The winner, or the best other node where this one wins.'),
    plugins: z.array(contribution),
    requestChanges: requestChanges
      .optional()
      .describe(
        'Where `requests` was asked for: others by which the pod would go there where it does not, and ' +
          'elsewhere where it does.',
      ),
  })
  .meta({ id: 'Rivalry', description: 'How a node would do against the others, ties going to the first by name.' });

const failure = z
  .object({
    plugin: z.string().nullable(),
    code: z.string(),
    reasons: z.array(z.string()),
    amounts: z.array(
      z.object({
        resource: z.string(),
        requested: z.string(),
        free: z.string().describe('Below 0 where more is promised than is there.'),
        allocatable: z.string(),
      }),
    ),
    heldBy: z.array(namedPod).describe('Pods that hold what is missing, or are in the way.'),
    otherHolders: count.optional().describe('How many there are beside them that the reader may not know.'),
    causes: z.array(z.string()).describe('What it comes from, each of which is undone by itself.'),
  })
  .meta({ id: 'ExplainedFailure', description: 'A filter that fails, and what that comes from.' });

const podName = z.object({ namespace: z.string(), name: z.string() });

export const whyNotSchema = z
  .object({
    pod: podName,
    node: z.string(),
    feasible: z.boolean(),
    status: status.nullable().describe("kube-scheduler's own answer for the node; null when the pod fits."),
    failures: z.array(failure),
    changes: z
      .array(
        z.object({
          failure: z.string().nullable().describe('The plugin.'),
          cause: count.describe('Which of its causes is undone, from 0.'),
          option: count.describe('Alternatives have other numbers; changes of one option belong together.'),
          change,
        }),
      )
      .describe('Every known way to undo each cause by itself.'),
    together: z
      .array(change)
      .nullable()
      .describe('Make the node feasible, and no part of them does; null where no known changes do.'),
    cost: z.number().nullable().describe('Of `together`.'),
    wouldWin: z.boolean().describe('Whether the pod would go there then, or as things are where it fits.'),
    rivalry: rivalry.nullable().describe('Null where the node cannot be made to fit.'),
    sentence: z.string(),
    redacted: z
      .literal(true)
      .optional()
      .describe('Pods and budgets that the reader may not know are counted, and not named.'),
  })
  .meta({ id: 'WhyNot', description: 'Why a pod does not go to a node, and what would change that.' });

export const fitAnywhereSchema = z
  .object({
    pod: podName,
    nodes: z.object({ total: count, feasible: count.describe('On which it fits as things are.') }),
    lookedAt: count.describe('Nodes of which the cheapest changes were looked for: no other can be cheaper.'),
    items: z.array(whyNotSchema).describe('The cheapest first.'),
    sentence: z.string(),
  })
  .meta({ id: 'FitAnywhere', description: 'The nodes that are cheapest to make fit.' });

export const whyNotOrAnywhereSchema = z
  .union([whyNotSchema, fitAnywhereSchema])
  .meta({ id: 'WhyNotAnswer', description: 'Of the node that was named, or of those that are cheapest to make fit.' });
