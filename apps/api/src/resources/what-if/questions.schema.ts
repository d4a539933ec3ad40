import { z } from 'zod';
import { runBody } from '../scheduling/index.js';
import { manifests, momentBody, placedPod, shape } from './what-if.schema.js';

const count = z.number().int();
const MOST_NODES = 1_000;

const asked = { ...momentBody, profile: runBody.shape.profile };

const nodes = {
  names: z.array(z.string().min(1)).min(1).max(10_000).optional(),
  labelSelector: z.string().min(1).optional().describe("A label selector, in kubectl's syntax."),
};

const template = z.strictObject({
  manifests: manifests.describe('Pods, or workloads: all of their pods are part of a copy.'),
  count: count.min(1).max(1_000).default(1).describe('Number of pods in a copy.'),
});

const nodeShape = z.strictObject({
  name: z.string().min(1).max(63).describe('Prefix of the names of its nodes.'),
  price: z.number().min(0).default(1).describe('Cost of one node, in any unit.'),
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
      most: count.min(1).max(100_000).default(10_000).describe('Stop at this number of copies.'),
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
    .meta({ id: 'LossQuestion', description: "Which domain's loss leaves pods without a node?" }),
  'nodes-needed': z
    .strictObject({
      ...asked,
      manifests: manifests.optional().describe('Pods that are created first and must be scheduled too.'),
      shapes: z.array(nodeShape).min(1).max(8),
      mostNodes: count.min(1).max(MOST_NODES).default(MOST_NODES).describe('Maximum number of nodes in a set.'),
      trials: count
        .min(0)
        .max(1_000)
        .default(50)
        .describe('Maximum number of sets that are tried, in addition to those of a single shape.'),
    })
    .meta({ id: 'NodesNeededQuestion', description: 'Which nodes must be added to schedule all pending pods?' }),
  repack: z
    .strictObject({
      ...asked,
      most: count.min(1).max(100_000).default(100_000).describe('Maximum number of nodes to empty.'),
    })
    .meta({ id: 'RepackQuestion', description: 'Which nodes could repacking free?' }),
};

const pod = z.object({ namespace: z.string(), name: z.string() });
const sentence = z.string().describe('The reason, for people.');
const reasons = z
  .array(z.object({ message: z.string(), pods: count }))
  .describe('Why pods are unschedulable, the most frequent reason first.');

/** The answers, by the names of the questions. */
export const ANSWERS = {
  fits: z
    .object({ fits: z.boolean(), pods: z.array(placedPod), reasons, sentence })
    .meta({ id: 'FitsAnswer', description: 'Whether pods fit, and on which nodes.' }),
  'how-many': z
    .object({
      copies: count,
      nodes: z.array(z.object({ node: z.string(), pods: count })).describe('The most pods first.'),
      stoppedBy: z
        .object({ pod, message: z.string() })
        .nullable()
        .describe('The pod that is unschedulable; null if the requested number of copies fits.'),
      sentence,
    })
    .meta({ id: 'HowManyAnswer', description: 'Number of copies that fit together.' }),
  drain: z
    .object({
      possible: z.boolean(),
      nodes: z.array(z.string()),
      moves: z
        .array(z.object({ pod, from: z.string(), to: z.string() }))
        .describe('In this order: each pod is scheduled before the next one is evicted, and no budget is violated.'),
      unplaced: z
        .array(z.object({ pod, node: z.string(), message: z.string() }))
        .describe('Pods without another feasible node.'),
      blocked: z
        .array(z.object({ budget: pod, pods: z.array(z.object({ pod, node: z.string() })) }))
        .describe('PodDisruptionBudgets that forbid it, and the pods that they protect.'),
      unmanaged: z.array(pod).describe('Pods without a controller, which are not recreated.'),
      staying: count.describe('Pods of DaemonSets and static pods.'),
      sentence,
    })
    .meta({ id: 'DrainAnswer', description: 'Whether nodes can be drained, and where their pods go.' }),
  loss: z
    .object({
      topologyKey: z.string(),
      domains: z
        .array(
          z.object({
            domain: z.string(),
            nodes: count,
            pods: count.describe('Pods that would have to move.'),
            homeless: z.array(z.object({ pod, message: z.string() })),
            reasons,
          }),
        )
        .describe('The worst first.'),
      unlabelled: count.describe('Nodes without the label.'),
      sentence,
    })
    .meta({ id: 'LossAnswer', description: 'The domains whose loss leaves pods without a node.' }),
  'nodes-needed': z
    .object({
      mix: z
        .array(z.object({ shape: z.string(), count }))
        .nullable()
        .describe('Null if none was found.'),
      nodes: count.nullable(),
      price: z.number().nullable(),
      proven: z.boolean().describe('Whether all cheaper sets were tried, or are known to be insufficient.'),
      trials: count,
      pods: z.object({ asked: count, placedAnyway: count.describe('Pods that fit without new nodes.') }),
      impossible: z
        .array(z.object({ pod, message: z.string() }))
        .describe('Pods that fit none of the shapes, which are left out.'),
      sentence,
    })
    .meta({ id: 'NodesNeededAnswer', description: 'The cheapest nodes with which all pods are scheduled.' }),
  repack: z
    .object({
      nodes: z.object({ before: count, after: count }).describe('Nodes whose pods can all move.'),
      moves: count,
      emptied: z
        .array(z.object({ node: z.string(), moves: z.array(z.object({ pod, to: z.string() })) }))
        .describe('The fewest moves first: it is possible to stop after any node.'),
      freed: z.array(z.object({ resource: z.string(), allocatable: z.string() })),
      sentence,
    })
    .meta({ id: 'RepackAnswer', description: 'The nodes that could be freed by repacking.' }),
};
