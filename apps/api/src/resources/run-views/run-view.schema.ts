import { z } from 'zod';
import { decisionOutcome } from '../decisions/index.js';
import { objectType } from '../../ground/graphql/index.js';
import { pageQuery } from '../../ground/http/index.js';

const count = z.number().int();

export const runPartsQuery = z.strictObject(pageQuery);

export const runPart = objectType('RunPart', 'A committed part of a run: one revision.', {
  part: count.describe('The number of the part, from 0.'),
  basePosition: z.string().describe('The position of the log on which it was decided; a decimal integer.'),
  revision: z.string().describe('The revision that contains the part; a decimal integer.'),
  firstOrdinal: count.describe('Ordinal of its first decision in the run.'),
  decisions: count.describe('Number of its decisions.'),
  decidedAt: z.iso
    .datetime()
    .nullable()
    .describe('When it was decided: the start time of its pods. Null in parts from before it was recorded.'),
  committedAt: z.iso.datetime().describe('When it was committed.'),
});

export const runPartPage = z
  .object({ items: z.array(runPart), nextPageToken: z.string().optional() })
  .meta({ id: 'RunPartPage', description: 'A page of the parts of a run, in order.' });

export const comparisonQuery = z.strictObject({
  with: z.string().describe('The other run, of the same cluster; may be a dry run.'),
  ...pageQuery,
});

const verdict = objectType('RunVerdict', 'The result of a run for a pod: that of the last attempt.', {
  ordinal: count.describe('Ordinal of the decision in its run.'),
  outcome: decisionOutcome.describe('Outcome of the attempt.'),
  node: z.string().nullable().describe('The node that the pod was bound to; null if there is none.'),
}).nullable();

export const runDifference = objectType('RunDifference', 'A pod with different results in two runs.', {
  namespace: z.string().describe('The namespace.'),
  name: z.string().describe('Its name.'),
  base: verdict.describe('The result of the base, which is this run; null if it did not decide the pod.'),
  other: verdict.describe('The result of the other run; null if it did not decide the pod.'),
});

export const runComparison = z.object({
  same: count.describe('Pods with the same outcome on the same node.'),
  different: count.describe('Pods with different outcomes, or on different nodes.'),
  onlyBase: count.describe('Pods that only the base decided, which is this run.'),
  onlyOther: count.describe('Pods that only the other run decided.'),
});

export const comparisonPage = z
  .object({
    counts: runComparison.describe('Number of distinct pods; the last attempt of each run counts.'),
    items: z.array(runDifference),
    nextPageToken: z.string().optional(),
  })
  .meta({
    id: 'RunComparisonPage',
    description: 'The differences between two runs: a page of pods with different results, by namespace and name.',
  });
