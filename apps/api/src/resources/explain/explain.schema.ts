import { Float, Int } from '@nestjs/graphql';
import { DEFAULT_COSTS, type FitAnywhere } from '#questions';
import type { CostsRequest } from '#questions';
import { z } from 'zod';
import { podReference, scorePoints, traceStatus } from '../decisions/index.js';
import { component, Json, objectType, shown } from '../../ground/graphql/index.js';
import { facts, factsQuery, preemption } from './why-facts.schema.js';
import { atQuery, podText, publishedAs } from '../../ground/http/index.js';
import { requestChanges } from './request-change.schema.js';
import { unmet } from './unmet.schema.js';

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
          message: `${JSON.stringify(part)} is not kind:weight; the kinds are ${KINDS.join(', ')}`,
        });
      else costs[kind] = number;
    }
    return costs;
  })
  .optional()
  .describe(
    'Cost weights of changes, as `kind:weight`, comma-separated. Kinds that are not listed have their ' +
      'default weights ' +
      `\`${defaults}\`. An eviction counts once for each pod, and \`breakBudget\` once for each violated budget; ` +
      '`addResource` up to twice, by the missing share of the request.',
  );

const limit = publishedAs(
  z
    .string()
    .regex(/^([1-9]|[1-4]\d|50)$/, 'must be a number from 1 to 50')
    .transform(Number)
    .optional()
    .describe('Number of nodes, if `node` is not set: 1 to 50. Default: 10.'),
  { type: 'integer', minimum: 1, maximum: 50, default: 10 },
);

const requests = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
  .describe(
    '`true`: also search for other requests with which the pod would be placed elsewhere, or on the node; ' +
      'each is tried in the cluster at that time. Requires `node`.',
  );

export const whyQuery = z.strictObject({
  node: z.string().optional().describe('The node to explain. Default: the node of the decision.'),
  against: z.string().optional().describe('The other node. Default: the best other feasible node.'),
  requests,
  facts: factsQuery,
});

const nodeQuery = z.string().optional().describe('The node. Default: the nodes that are cheapest to make feasible.');

/** Other requests are tried for one node only. */
const requestsOfNode = { path: ['requests'], message: 'applies to one node: set `node`, or omit `requests`' };

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
  pod: podText.describe('The pod: `namespace/name`. A pod on a node is treated as if it were on none.'),
  profile: z.string().optional().describe("The scheduler profile. Default: the profile of the pod's `schedulerName`."),
  ...atQuery,
  limit,
  costs: costsText,
};

export const whyNotQuery = z.strictObject({ ...asked, node: nodeQuery, requests }).refine(isOfNode, requestsOfNode);
export const fitAnywhereQuery = z.strictObject(asked);

/** The same as arguments of GraphQL; the moment is the cluster's. */
const node = z.string().describe('The node.');
const costs = shown(costsText, { description: 'Cost weights of changes, as `kind:weight`, comma-separated.' });
const tried = z
  .boolean()
  .optional()
  .describe(
    'Whether to search for other requests with which the pod would go to the node, or elsewhere. Default: false.',
  );
const ofPod = { pod: podText.describe('The pod: `namespace/name`.'), profile: asked.profile, costs };

export const whyArgs = z.strictObject({ node: whyQuery.shape.node, against: whyQuery.shape.against });
export const whyNotArgs = z.strictObject({ ...ofPod, node, requests: tried });
export const decisionWhyNotArgs = z.strictObject({ node, costs, requests: tried });
export const fitAnywhereArgs = z.strictObject({
  ...ofPod,
  first: z.number().int().min(1).max(50).optional().describe('Number of nodes, 1 to 50. Default: 10.'),
});

const large = shown(count, { type: () => Float });
const all = z.string().describe('A summary in plain text.');

const contribution = z
  .object({
    plugin: z.string().describe('The plugin.'),
    weight: large.describe('Its weight; an integer.'),
    node: scorePoints.describe('Its score of the node.'),
    against: scorePoints.describe('Its score of the other node.'),
    difference: large.describe('Weighted score of the node minus that of the other node; an integer.'),
  })
  .meta({ id: 'Contribution', description: 'The share of a score plugin in the difference between two totals.' });

const deciding = objectType('Deciding', 'The plugins that made a difference.', {
  filters: z
    .array(
      objectType('DecidingFilter', 'Number of nodes that a filter rejected.', {
        plugin: z.string().describe('The filter.'),
        first: count.describe('Nodes for which it is the status that kube-scheduler reports.'),
        any: count.describe('Nodes on which it fails.'),
        sole: count.describe('Nodes on which no other filter fails.'),
      }),
    )
    .describe('Filters that rejected nodes.'),
  scores: z.array(z.string()).describe('Scores that differ among feasible nodes.'),
});

const weightChange = objectType(
  'WeightChange',
  "The smallest change of one plugin's weight that makes another node win.",
  {
    plugin: z.string().describe('The plugin.'),
    from: large.describe('Its weight; an integer.'),
    to: large.describe('The weight with which another node wins; an integer.'),
    winner: z.string().describe('The node.'),
  },
);

export const whySchema = component(
  'Why',
  'The node of a decision compared with another one.',
  {
    decision: shown(z.string().describe('`<run>.<ordinal>`'), { hidden: true }),
    node: z.string().nullable().describe('The node; null if the decision has no node and the request names none.'),
    against: z.string().nullable().describe('The other node; null if no other node is feasible.'),
    plugins: z.array(contribution).describe('The largest difference first.'),
    difference: large
      .nullable()
      .describe(
        "Difference of the totals: the sum of the plugins' differences. Null if the pod does not fit one of " +
          'the two nodes.',
      ),
    againstStatus: traceStatus.nullable().describe('Why the other node does not fit; null if it does.'),
    ties: count.describe("Number of nodes with the node's total, including it."),
    deciding: deciding.describe('Filters that rejected nodes, and scores that differ among feasible nodes.'),
    combinations: shown(
      z
        .array(z.object({ plugins: z.array(z.string()), nodes: count }))
        .nullable()
        .describe(
          'All evaluated nodes by the set of filters that fail on them: empty set if the pod fits. Null ' +
            'if the trace is stored in part.',
        ),
      { hidden: true },
    ),
    weightChange: weightChange
      .nullable()
      .describe('The smallest change of one weight that makes another node win; null if there is none.'),
    nominatedNode: shown(z.string().nullable().describe('The node to which the decision nominated the pod.'), {
      hidden: true,
    }),
    preemption: shown(
      preemption
        .nullable()
        .optional()
        .describe('If the decision nominated a node: the candidates; null if the state cannot be rebuilt.'),
      { hidden: true },
    ),
    facts: shown(facts.optional().describe('With `facts`: what the scores of the two nodes come from.'), {
      hidden: true,
    }),
    requestChanges: shown(
      requestChanges
        .nullable()
        .optional()
        .describe(
          'With `requests`: other requests with which the pod would have been placed elsewhere, or at ' +
            'all; null if extenders were called.',
        ),
      { hidden: true },
    ),
    sentence: all,
  },
  { about: "The node of a decision compared with another one. Costs 100 objects of the query's limit." },
);

const namedPod = objectType('NamedPod', 'A pod that is a cause of a failure.', {
  ...podReference.shape,
  priority: count.describe('Its priority.'),
  afterEviction: z
    .enum(['recreated', 'stays', 'lost'])
    .describe(
      'What becomes of the pod if it is evicted. `recreated`: its controller creates another one. `stays`: a pod of ' +
        'a DaemonSet or a static pod, which is created on its node again; it is never among the pods to evict. ' +
        '`lost`: no controller creates it again.',
    ),
});

const change = component(
  'SuggestedChange',
  'A change that resolves a cause; its fields depend on the kind.',
  {
    kind: z.enum(KINDS.filter((kind) => kind !== 'breakBudget')).describe('The kind of change.'),
    cost: z.number().describe('Its cost by the weights of the request.'),
    sentence: z.string().describe('The change, as a sentence.'),
    node: z.string().optional(),
    resource: z.string().optional(),
    amount: z.string().optional().describe('The smallest sufficient amount of the resource, as a quantity.'),
    share: z.number().optional().describe('The missing share of the request.'),
    port: z.object({ ip: z.string(), protocol: z.string(), port: count }).optional(),
    pods: z.array(namedPod).optional().describe('The pods to evict, the least important first.'),
    budgets: z
      .array(
        z.object({
          namespace: z.string(),
          name: z.string(),
          allowed: count,
          needed: count,
          severalBudgets: z
            .literal(true)
            .optional()
            .describe('A pod matches another budget too: the eviction API refuses it, regardless of `allowed`.'),
        }),
      )
      .optional()
      .describe('PodDisruptionBudgets that the change would violate.'),
    otherPods: count.optional().describe('Number of further pods that the caller may not know.'),
    otherBudgets: count.optional().describe('Number of further budgets that the caller may not know.'),
    toleration: z.record(z.string(), z.unknown()).optional(),
    taint: z.record(z.string(), z.unknown()).optional(),
    label: z.string().optional(),
    value: z.string().nullable().optional().describe('The new value of the label; null: the label is removed.'),
    field: z.string().optional().describe('The field of the pod.'),
    key: z.string().nullable().optional().describe('The part of the field to remove; null: the whole requirement.'),
    volume: z.string().optional(),
    claim: z.object({ namespace: z.string(), name: z.string() }).optional(),
    labels: z
      .record(z.string(), z.string())
      .optional()
      .describe("The labels of the volume's location after the change."),
  },
  {
    about: 'A change that resolves a cause.',
    only: ['kind', 'cost', 'sentence', 'pods', 'otherPods'],
    also: { change: { type: () => Json, description: 'The whole change, as in REST.', of: (whole) => whole } },
  },
);

const rivalry = z
  .object({
    winner: z.string().describe('The winning node.'),
    wins: z.boolean().describe('Whether this node wins.'),
    difference: large.describe("The node's total minus that of `against`; an integer."),
    against: z.string().nullable().describe('The winning node, or the best other node if this node wins.'),
    plugins: z.array(contribution).describe('The difference by score plugin.'),
    requestChanges: requestChanges
      .optional()
      .describe(
        'With `requests`: other requests with which the pod would be placed on the node if it is not, or ' +
          'elsewhere if it is.',
      ),
  })
  .meta({ id: 'Rivalry', description: 'The score of a node compared with the others; ties are broken by name.' });

const resourceAmounts = objectType('ResourceAmounts', 'The requested and the available amount of a resource.', {
  resource: z.string().describe('The resource.'),
  requested: z.string().describe('The request of the pod, as a quantity.'),
  free: z.string().describe('The free amount; negative if more is requested than allocatable.'),
  allocatable: z.string().describe("The node's allocatable."),
});

const failure = z
  .object({
    ...traceStatus.shape,
    amounts: z.array(resourceAmounts).describe('The resources that are insufficient.'),
    heldBy: z.array(namedPod).describe('Pods that use the missing amount, or are otherwise the cause.'),
    otherHolders: count.optional().describe('Number of further ones that the caller may not know.'),
    causes: z.array(z.string()).describe('The causes, each of which can be resolved separately.'),
    facts: z.array(z.string()).describe('The claims, selectors, domains and amounts behind it, a sentence each.'),
  })
  .meta({ id: 'ExplainedFailure', description: 'A failing filter and its causes.' });

const offeredChange = objectType('OfferedChange', 'One way to resolve one cause of a failure.', {
  failure: z.string().nullable().describe('The failing filter.'),
  cause: count.describe('Index of the cause that is resolved, from 0.'),
  option: count.describe(
    'Number of the option: changes with the same number belong together, others are ' + 'alternatives.',
  ),
  change: shown(change, { description: 'The change.' }),
});

const podName = shown(z.object({ namespace: z.string(), name: z.string() }), { hidden: true });

const notTried = z
  .array(z.string())
  .describe('Why no scheduler tries the pod, on any node: scheduling gates, a scheduler without a profile.');

export const whyNotSchema = component(
  'WhyNot',
  'Why a pod does not go to a node, and what would change it.',
  {
    pod: podName,
    node: z.string().describe('The node.'),
    feasible: z.boolean().describe('Whether the pod fits.'),
    notTried,
    status: traceStatus
      .nullable()
      .describe('The status that kube-scheduler reports for the node; null if the pod fits.'),
    failures: z.array(failure).describe('Every failing filter.'),
    changes: z.array(offeredChange).describe('All known ways to resolve each cause.'),
    together: z
      .array(change)
      .nullable()
      .describe(
        'The cheapest set of changes that makes the node feasible, without unnecessary ones; null if no ' +
          'known changes do.',
      ),
    cost: z.number().nullable().describe('The total cost of `together`.'),
    isLeast: z
      .boolean()
      .describe(
        'Whether no cheaper changes of the known kinds suffice. False: the search ended before it had compared all ' +
          'of them, and the lowest cost is at most `cost`.',
      ),
    ...unmet,
    wouldWin: z.boolean().describe('Whether the pod would be placed on the node with the changes, or now if it fits.'),
    rivalry: rivalry.nullable().describe('Null if the node cannot be made feasible.'),
    sentence: all,
    redacted: z
      .literal(true)
      .optional()
      .describe('Whether pods and budgets that the caller may not know are counted instead of named.'),
  },
  { about: "Why a pod does not go to a node, and what would change it. Costs 1,000 objects of the query's limit." },
);

const nodeCounts = z.object({ total: count, feasible: count.describe('Number of nodes on which the pod fits now.') });

export const fitAnywhereSchema = component(
  'FitAnywhere',
  'The nodes that are cheapest to make feasible.',
  {
    pod: podName,
    nodes: shown(nodeCounts, { hidden: true }),
    lookedAt: count.describe('Nodes for which the cheapest changes were computed: no other node is cheaper.'),
    items: z.array(whyNotSchema).describe('The cheapest first.'),
    notTried,
    facts: z
      .array(z.string())
      .describe(
        'Claims of the pod that are in the way on every node; where there are none and no node can be made to fit, ' +
          'what is in the way that nothing undoes, by node. A sentence each.',
      ),
    isLeast: z.boolean().describe('Whether no node has cheaper changes than the listed ones.'),
    ...unmet,
    sentence: z.string().describe('The cheapest change, as a sentence.'),
  },
  {
    about: "The nodes that are cheapest to make feasible. Costs 1,000 objects of the query's limit.",
    also: {
      totalNodes: { type: () => Int, description: 'Number of nodes.', of: ({ nodes }: FitAnywhere) => nodes.total },
      feasibleNodes: {
        type: () => Int,
        description: 'Number of nodes on which the pod fits now.',
        of: ({ nodes }: FitAnywhere) => nodes.feasible,
      },
    },
  },
);

export const whyNotOrAnywhereSchema = z
  .union([whyNotSchema, fitAnywhereSchema])
  .meta({ id: 'WhyNotAnswer', description: 'The named node, or the nodes that are cheapest to make feasible.' });
