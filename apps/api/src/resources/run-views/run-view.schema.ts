import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';

const count = z.number().int();

export const runPartsQuery = z.strictObject(pageQuery);

export const runPartPage = z
  .object({
    items: z.array(
      z.object({
        part: count.describe('From 0.'),
        basePosition: z.string().describe('The position of the log on which it was decided.'),
        revision: z.string().describe('The revision that contains the part.'),
        firstOrdinal: count.describe('Ordinal of its first decision.'),
        decisions: count.describe('Number of its decisions.'),
        decidedAt: z.iso
          .datetime()
          .nullable()
          .describe('When it was decided: the start time of its pods. Null in parts from before it was recorded.'),
        committedAt: z.iso.datetime(),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'RunPartPage', description: 'A page of the parts of a run, in order.' });

export const comparisonQuery = z.strictObject({
  with: z.string().describe('The other run, of the same cluster; may be a dry run.'),
  ...pageQuery,
});

const verdict = z
  .object({
    ordinal: count.describe('Ordinal of the decision in its run.'),
    outcome: z.enum(['scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error']),
    node: z.string().nullable().describe('The node that the pod was bound to; null if there is none.'),
  })
  .nullable();

export const comparisonPage = z
  .object({
    counts: z
      .object({
        same: count.describe('Pods with the same outcome on the same node.'),
        different: count.describe('Pods with different outcomes, or on different nodes.'),
        onlyBase: count.describe('Pods that only this run decided.'),
        onlyOther: count.describe('Pods that only the other run decided.'),
      })
      .describe('Number of distinct pods; the last attempt of each run counts.'),
    items: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        base: verdict.describe('The result of this run; null if it did not decide the pod.'),
        other: verdict.describe('The result of the other run; null if it did not decide the pod.'),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({
    id: 'RunComparisonPage',
    description: 'The differences between two runs: a page of pods with different results, by namespace and name.',
  });
