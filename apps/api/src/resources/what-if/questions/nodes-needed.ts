import { z } from 'zod';
import { asked, count, manifests, podName, sentence, shape } from '../what-if.schema.js';
import { question } from './question.js';

const MOST_NODES = 1_000;

const nodeShape = z.strictObject({
  name: z.string().min(1).max(63).describe('Prefix of the names of its nodes.'),
  price: z.number().min(0).default(1).describe('Cost of one node, in any unit.'),
  node: shape,
});

export const nodesNeeded = question({
  name: 'nodes-needed',
  asks: 'Which nodes must be added to schedule all pending pods?',
  summary: 'Find the nodes that are needed',
  description:
    'Finds the cheapest set of nodes of these shapes with which every pending pod is scheduled. Nothing is ' +
    'written.',
  manifests: true,
  body: z.strictObject({
    ...asked,
    manifests: manifests.optional().describe('Manifests that are created first; their pods must be scheduled too.'),
    shapes: z.array(nodeShape).min(1).max(8),
    mostNodes: count.min(1).max(MOST_NODES).default(MOST_NODES).describe('Maximum number of nodes in a set.'),
    trials: count
      .min(0)
      .max(1_000)
      .default(50)
      .describe('Maximum number of sets that are tried, in addition to those of a single shape.'),
  }),
  example: {
    shapes: [{ name: 'large', price: 0.4, node: { status: { capacity: { cpu: '16', memory: '64Gi', pods: '110' } } } }],
  },
  answer: z.object({
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
      .array(
        z.object({
          pod: podName,
          message: z.string().describe('Why the pod fits on no node of the cluster.'),
          shapes: z
            .array(z.object({ shape: z.string(), causes: z.array(z.string()) }))
            .describe('Per shape, every label, amount and volume that keeps the pod from a new node of it.'),
        }),
      )
      .describe('Pods that fit none of the shapes, which are left out.'),
    sentence,
  }),
  answers: 'The cheapest nodes with which all pods are scheduled.',
});
