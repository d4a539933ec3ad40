import { z } from 'zod';

const requestChange = z
  .object({
    resource: z.string().describe('The resource.'),
    from: z.string().describe('The total request of the pod, as a quantity.'),
    to: z.string().describe('The other request, in whole `m` of cpu, `Mi` of memory and storage, or huge pages.'),
    share: z.number().nullable().describe('The size of the change divided by `from`; null if `from` is zero.'),
    winner: z.string().nullable().describe('The node on which the pod is placed with it; null if none.'),
    isNearest: z
      .boolean()
      .describe('Whether no nearer request has this effect; false if not all nearer requests were tried.'),
    sentence: z.string().describe('The change, as a sentence.'),
  })
  .meta({
    id: 'RequestChange',
    description:
      'A different request of one resource that was tried: with it the pod is placed elsewhere, with a ' +
      'request one step closer to the present one it is not.',
  });

export const requestChanges = z
  .array(requestChange)
  .describe('For each resource the nearest smaller and the nearest larger request, the smallest change first.');
