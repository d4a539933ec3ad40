import { z } from 'zod';
import { asked, EXAMPLE_MANIFESTS, manifests, placedPod, reasons, sentence } from '../what-if.schema.js';
import { question } from './question.js';

export const fits = question({
  name: 'fits',
  asks: 'Do these pods, or those of these workloads, fit?',
  summary: 'Check whether pods fit',
  description: 'Schedules the pods of the manifests, one after the other, in the present state. Nothing is written.',
  manifests: true,
  body: z.strictObject({ ...asked, manifests }),
  example: { manifests: EXAMPLE_MANIFESTS },
  answer: z.object({ fits: z.boolean(), pods: z.array(placedPod), reasons, sentence }),
  answers: 'Whether pods fit, and on which nodes.',
});
