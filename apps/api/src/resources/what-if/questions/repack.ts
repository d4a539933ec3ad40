import { z } from 'zod';
import { asked, autoscaler, count, leftData, podName, sentence } from '../what-if.schema.js';
import { question } from './question.js';

export const repack = question({
  name: 'repack',
  asks: 'Which nodes could repacking free?',
  summary: 'Find the nodes that repacking frees',
  description:
    'Empties as many nodes as possible, those with the fewest pods first, by evictions that the eviction API ' +
    "allows. Pods are placed by their schedulers' profiles, or by `profile`. Nothing is written.",
  body: z.strictObject({
    ...asked,
    autoscaler,
    most: count.min(1).max(100_000).default(100_000).describe('Maximum number of nodes to empty.'),
  }),
  example: { most: 10 },
  answer: z.object({
    nodes: z
      .object({ before: count, after: count })
      .describe('Number of nodes with pods that can move, before and after.'),
    moves: count,
    emptied: z
      .array(
        z.object({
          node: z.string(),
          moves: z.array(z.object({ pod: podName, to: z.string() })),
          lost: z.array(podName).describe('Pods without a controller: they are evicted and not recreated.'),
        }),
      )
      .describe('The fewest pods first: it is possible to stop after any node.'),
    filled: z
      .array(z.string())
      .describe('Names of nodes that have no pods that can move before, and have some after: they are not freed.'),
    profiles: z.array(z.string()).describe('Names of the scheduler profiles by which the moved pods are placed.'),
    asRun: z
      .boolean()
      .describe(
        "Whether these are the pods' own profiles: then runs place the pods so, when the nodes are cordoned and the " +
          'pods evicted one after the other. Otherwise pin each pod to its node, or run with the profile.',
      ),
    atMost: count.describe('Upper bound of the number of nodes that can be emptied.'),
    localData: z.array(leftData).describe('Volumes of the pods that leave, whose data stays behind.'),
    unsafe: z
      .array(z.object({ node: z.string(), pod: podName, message: z.string() }))
      .describe('With `autoscaler`: nodes that stay, each with a pod that the cluster autoscaler does not evict.'),
    freed: z.array(z.object({ resource: z.string(), allocatable: z.string() })),
    sentence,
  }),
  answers: 'The nodes that could be freed by repacking.',
});
