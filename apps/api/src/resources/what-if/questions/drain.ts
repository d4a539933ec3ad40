import { z } from 'zod';
import { asked, count, eitherOf, isEither, podName, sentence, someNodes } from '../what-if.schema.js';
import { question } from './question.js';

export const drain = question({
  name: 'drain',
  asks: 'Can these nodes be drained together?',
  summary: 'Check whether nodes can be drained',
  description: 'Cordons the nodes together and moves their pods one by one, as budgets allow. Nothing is written.',
  body: z.strictObject({ ...asked, ...someNodes }).refine(isEither, eitherOf),
  example: { labelSelector: 'topology.kubernetes.io/zone=a' },
  answer: z.object({
    possible: z.boolean(),
    nodes: z.array(z.string()),
    moves: z
      .array(z.object({ pod: podName, from: z.string(), to: z.string() }))
      .describe('In this order: each pod is scheduled before the next one is evicted, and no budget is violated.'),
    unplaced: z
      .array(z.object({ pod: podName, node: z.string(), message: z.string() }))
      .describe('Pods without another feasible node.'),
    blocked: z
      .array(z.object({ budget: podName, pods: z.array(z.object({ pod: podName, node: z.string() })) }))
      .describe('PodDisruptionBudgets that forbid it, and the pods that they protect.'),
    unmanaged: z.array(podName).describe('Pods without a controller, which are not recreated.'),
    staying: count.describe('Pods of DaemonSets and static pods.'),
    sentence,
  }),
  answers: 'Whether nodes can be drained, and where their pods go.',
});
