import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';

const count = z.number().int();

export const runPartsQuery = z.strictObject(pageQuery);

export const runPartPage = z
  .object({
    items: z.array(
      z.object({
        part: count.describe('From 0.'),
        basePosition: z.string().describe('The position of the log that it was decided on.'),
        revision: z.string().describe('The revision that it is.'),
        firstOrdinal: count.describe('Of its first decision.'),
        decisions: count.describe('How many decisions it has.'),
        decidedAt: z.iso
          .datetime()
          .nullable()
          .describe('By when it was decided: when its pods start. Null in parts from before that was noted.'),
        committedAt: z.iso.datetime(),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'RunPartPage', description: 'A page of the parts of a run, in their order.' });

export const comparisonQuery = z.strictObject({
  with: z.string().describe('The other run of the same cluster; dry runs too.'),
  ...pageQuery,
});

const verdict = z
  .object({
    ordinal: count.describe('Of the decision in its run.'),
    outcome: z.enum(['scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error']),
    node: z.string().nullable().describe('The node that the pod was bound to; null where there is none.'),
  })
  .nullable();

export const comparisonPage = z
  .object({
    counts: z
      .object({
        same: count.describe('Pods with the same outcome, on the same node.'),
        different: count.describe('Pods with another outcome, or on another node.'),
        onlyBase: count.describe('Pods that only this run decided.'),
        onlyOther: count.describe('Pods that only the other run decided.'),
      })
      .describe('Pods, each once, by the last of their attempts in either run.'),
    items: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        base: verdict.describe('What this run came to; null where it did not decide the pod.'),
        other: verdict.describe('What the other run came to; null where it did not decide the pod.'),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({
    id: 'RunComparisonPage',
    description: 'How two runs differ: a page of the pods of which they do not say the same, by namespace and name.',
  });
