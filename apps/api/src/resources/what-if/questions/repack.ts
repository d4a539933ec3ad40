import { z } from 'zod';
import { asked, count, podName, sentence } from '../what-if.schema.js';
import { question } from './question.js';

export const repack = question({
  name: 'repack',
  asks: 'Which nodes could repacking free?',
  summary: 'Find the nodes that repacking frees',
  description:
    'Empties as many nodes as possible, those with the fewest pods first, by moves that violate no ' +
    'budget. Nothing is written.',
  body: z.strictObject({
    ...asked,
    most: count.min(1).max(100_000).default(100_000).describe('Maximum number of nodes to empty.'),
  }),
  example: { most: 10 },
  answer: z.object({
    nodes: z
      .object({ before: count, after: count })
      .describe('Number of nodes with pods that can move, before and after.'),
    moves: count,
    emptied: z
      .array(z.object({ node: z.string(), moves: z.array(z.object({ pod: podName, to: z.string() })) }))
      .describe('The fewest moves first: it is possible to stop after any node.'),
    freed: z.array(z.object({ resource: z.string(), allocatable: z.string() })),
    sentence,
  }),
  answers: 'The nodes that could be freed by repacking.',
});
