import { z } from 'zod';
import {
  asked,
  autoscaler,
  count,
  eitherOf,
  isEither,
  lostPod,
  leftData,
  podMessage,
  podName,
  sentence,
  someNodes,
} from '../what-if.schema.js';
import { question } from './question.js';

export const drain = question({
  name: 'drain',
  asks: 'Can these nodes be drained together?',
  summary: 'Check whether nodes can be drained',
  description: 'Cordons the nodes together and moves their pods one by one, as budgets allow. Nothing is written.',
  body: z.strictObject({ ...asked, ...someNodes, autoscaler }).refine(isEither, eitherOf),
  example: { labelSelector: 'topology.kubernetes.io/zone=a' },
  answer: z.object({
    possible: z.boolean(),
    nodes: z.array(z.string()),
    moves: z
      .array(z.object({ pod: podName, from: z.string(), to: z.string() }))
      .describe(
        'In this order: each pod is scheduled before the next one is evicted, and the eviction API allows each.',
      ),
    lost: z.array(lostPod).describe('Pods without a controller: they are evicted and not recreated.'),
    localData: z.array(leftData).describe('Volumes of the pods that leave, whose data stays behind.'),
    unplaced: z.array(podMessage).describe('Pods without another feasible node.'),
    blocked: z
      .array(
        z.object({
          budget: podName,
          reason: z
            .enum(['noDisruptions', 'severalBudgets'])
            .describe(
              '`noDisruptions`: the budget allows no disruption. `severalBudgets`: the pods match more than one ' +
                'budget, which the eviction API refuses.',
            ),
          pods: z.array(z.object({ pod: podName, node: z.string() })),
        }),
      )
      .describe('PodDisruptionBudgets that forbid it, and the pods that they protect.'),
    unsafe: z.array(podMessage).describe('With `autoscaler`: pods that the cluster autoscaler does not evict.'),
    unmanaged: z.array(podName).describe('Pods without a controller, lost or not.'),
    staying: count.describe('Pods of DaemonSets and static pods.'),
    leaving: count.describe('Terminating pods, which leave by themselves.'),
    sentence,
  }),
  answers: 'Whether nodes can be drained, and where their pods go.',
});
