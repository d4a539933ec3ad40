import { z } from 'zod';
import { asked, count, EXAMPLE_MANIFESTS, manifests, podName, sentence } from '../what-if.schema.js';
import { question } from './question.js';

const template = z.strictObject({
  manifests: manifests.describe('Pods, or workloads: all of their pods are part of a copy.'),
  count: count.min(1).max(1_000).default(1).describe('How many times the manifests are in a copy.'),
});

export const howMany = question({
  name: 'how-many',
  asks: 'How many copies of these pods still fit together?',
  summary: 'Count the copies that fit',
  description:
    'Schedules copies of all templates together, one after the other, until a pod is unschedulable. Nothing ' +
    'is written.',
  manifests: true,
  body: z.strictObject({
    ...asked,
    templates: z.array(template).min(1).max(100),
    most: count.min(1).max(100_000).default(10_000).describe('Stop at this number of copies.'),
  }),
  example: { templates: [{ manifests: EXAMPLE_MANIFESTS, count: 2 }] },
  answer: z.object({
    copies: count,
    nodes: z.array(z.object({ node: z.string(), pods: count })).describe('The most pods first.'),
    stoppedBy: z
      .object({ pod: podName, message: z.string() })
      .nullable()
      .describe('The pod that is unschedulable; null if the requested number of copies fits.'),
    sentence,
  }),
  answers: 'Number of copies that fit together.',
});
