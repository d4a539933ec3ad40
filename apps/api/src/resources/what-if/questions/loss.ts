import { z } from 'zod';
import { asked, count, podName, reasons, sentence } from '../what-if.schema.js';
import { question } from './question.js';

export const loss = question({
  name: 'loss',
  asks: "Which domain's loss leaves pods without a node?",
  summary: 'Check the loss of domains',
  description:
    'Removes the nodes of each value of a label in turn, and schedules their pods elsewhere. Nothing is ' + 'written.',
  body: z.strictObject({
    ...asked,
    topologyKey: z.string().min(1).describe('A label of nodes, such as `topology.kubernetes.io/zone`.'),
  }),
  example: { topologyKey: 'topology.kubernetes.io/zone' },
  answer: z.object({
    topologyKey: z.string(),
    domains: z
      .array(
        z.object({
          domain: z.string(),
          nodes: count,
          pods: count.describe('Pods that would have to move.'),
          lost: z.array(podName).describe('Pods without a controller, which are not recreated.'),
          homeless: z.array(z.object({ pod: podName, message: z.string() })),
          reasons,
        }),
      )
      .describe('The worst first.'),
    unlabelled: count.describe('Nodes without the label.'),
    sentence,
  }),
  answers: 'The domains whose loss leaves pods without a node.',
});
