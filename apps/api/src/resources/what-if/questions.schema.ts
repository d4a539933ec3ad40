import { z } from 'zod';
import { runBody } from '../scheduling/index.js';
import { manifests, momentBody, placedPod, shape } from './what-if.schema.js';

const count = z.number().int();
const MOST_NODES = 1_000;

const asked = { ...momentBody, profile: runBody.shape.profile };

const nodes = {
  names: z.array(z.string().min(1)).min(1).max(10_000).optional(),
  labelSelector: z.string().min(1).optional().describe("In kubectl's grammar."),
};

const template = z.strictObject({
  manifests: manifests.describe('Pods, or what makes pods: all that they come to is part of a copy.'),
  count: count.min(1).max(1_000).default(1).describe('How many times in a copy.'),
});

const nodeShape = z.strictObject({
  name: z.string().min(1).max(63).describe('The beginning of the names of its nodes.'),
  price: z.number().min(0).default(1).describe('What one of them costs, in whatever is paid.'),
  node: shape,
});

/** The bodies of the questions, by their names. */
export const QUESTIONS = {
  fits: z
    .strictObject({ ...asked, manifests })
    .meta({ id: 'FitsQuestion', description: 'Do these pods, or those of these workloads, fit?' }),
  'how-many': z
    .strictObject({
      ...asked,
      templates: z.array(template).min(1).max(100),
      most: count.min(1).max(100_000).default(10_000).describe('So many copies are enough.'),
    })
    .meta({ id: 'HowManyQuestion', description: 'How many copies of these pods still fit together?' }),
  drain: z
    .strictObject({ ...asked, ...nodes })
    .refine(({ names, labelSelector }) => (names === undefined) !== (labelSelector === undefined), {
      message: 'must have either names or labelSelector',
    })
    .meta({ id: 'DrainQuestion', description: 'Can these nodes be drained together?' }),
  loss: z
    .strictObject({
      ...asked,
      topologyKey: z.string().min(1).describe('A label of nodes, such as `topology.kubernetes.io/zone`.'),
    })
    .meta({ id: 'LossQuestion', description: 'Whose loss leaves pods without a node?' }),
  'nodes-needed': z
    .strictObject({
      ...asked,
      manifests: manifests.optional().describe('Comes in first, and is asked for too.'),
      shapes: z.array(nodeShape).min(1).max(8),
      mostNodes: count.min(1).max(MOST_NODES).default(MOST_NODES).describe('Nodes in a mix at most.'),
      trials: count.min(0).max(1_000).default(50).describe('Mixes that are tried at most, beside those of one shape.'),
    })
    .meta({ id: 'NodesNeededQuestion', description: 'Which nodes have to be added for all that is pending?' }),
  repack: z
    .strictObject({ ...asked, most: count.min(1).max(100_000).default(100_000).describe('Nodes to empty at most.') })
    .meta({ id: 'RepackQuestion', description: 'Which nodes would be empty if pods were packed anew?' }),
};

const pod = z.object({ namespace: z.string(), name: z.string() });
const sentence = z.string().describe('The reason, for people.');
const reasons = z
  .array(z.object({ message: z.string(), pods: count }))
  .describe('Why pods have no node, the most frequent first.');

/** The answers, by the names of the questions. */
export const ANSWERS = {
  fits: z
    .object({ fits: z.boolean(), pods: z.array(placedPod), reasons, sentence })
    .meta({ id: 'FitsAnswer', description: 'Whether pods fit, and where they would go.' }),
  'how-many': z
    .object({
      copies: count,
      nodes: z.array(z.object({ node: z.string(), pods: count })).describe('The most pods first.'),
      stoppedBy: z
        .object({ pod, message: z.string() })
        .nullable()
        .describe('The pod that found no node; null where as many as were asked for fit.'),
      sentence,
    })
    .meta({ id: 'HowManyAnswer', description: 'How many copies fit together.' }),
  drain: z
    .object({
      possible: z.boolean(),
      nodes: z.array(z.string()),
      moves: z
        .array(z.object({ pod, from: z.string(), to: z.string() }))
        .describe('In this order: each pod has its place before the next one goes, and no budget is broken.'),
      unplaced: z
        .array(z.object({ pod, node: z.string(), message: z.string() }))
        .describe('Pods for which there is no other node.'),
      blocked: z
        .array(z.object({ budget: pod, pods: z.array(z.object({ pod, node: z.string() })) }))
        .describe('PodDisruptionBudgets that forbid it, and the pods that they keep.'),
      unmanaged: z.array(pod).describe('Pods that no controller makes again.'),
      staying: count.describe('Pods of DaemonSets and of the kubelet.'),
      sentence,
    })
    .meta({ id: 'DrainAnswer', description: 'Whether nodes can be drained, and what becomes of their pods.' }),
  loss: z
    .object({
      topologyKey: z.string(),
      domains: z
        .array(
          z.object({
            domain: z.string(),
            nodes: count,
            pods: count.describe('Pods that would have to go elsewhere.'),
            homeless: z.array(z.object({ pod, message: z.string() })),
            reasons,
          }),
        )
        .describe('The worst first.'),
      unlabelled: count.describe('Nodes without the label.'),
      sentence,
    })
    .meta({ id: 'LossAnswer', description: "Which domain's loss leaves pods without a node." }),
  'nodes-needed': z
    .object({
      mix: z
        .array(z.object({ shape: z.string(), count }))
        .nullable()
        .describe('Null where none was found.'),
      nodes: count.nullable(),
      price: z.number().nullable(),
      proven: z.boolean().describe('Whether every cheaper mix was tried, or is known not to do.'),
      trials: count,
      pods: z.object({ asked: count, placedAnyway: count.describe('Those that fit as it is.') }),
      impossible: z
        .array(z.object({ pod, message: z.string() }))
        .describe('Pods that fit on none of the shapes: they are left out.'),
      sentence,
    })
    .meta({ id: 'NodesNeededAnswer', description: 'The cheapest nodes that make room for all pods.' }),
  repack: z
    .object({
      nodes: z.object({ before: count, after: count }).describe('Nodes with pods that can move.'),
      moves: count,
      emptied: z
        .array(z.object({ node: z.string(), moves: z.array(z.object({ pod, to: z.string() })) }))
        .describe('The fewest moves first: after any of them one may stop.'),
      freed: z.array(z.object({ resource: z.string(), allocatable: z.string() })),
      sentence,
    })
    .meta({ id: 'RepackAnswer', description: 'Which nodes could be empty if pods were packed anew.' }),
};
