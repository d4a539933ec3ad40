import { z } from 'zod';
import { OPERATIONS } from '#history';
import { time, TIMES } from '../../ground/http/index.js';

const OUTCOMES = ['scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error'] as const;

/** Buckets at most, and where nobody says how many. */
export const MOST_BUCKETS = 300;
export const DEFAULT_BUCKETS = 60;

const wrong = `must be a number from 1 to ${MOST_BUCKETS}`;
const span = {
  since: time.optional().describe(`From this time on: ${TIMES}; without it, from the oldest revision that is kept.`),
  until: time.optional().describe(`Before this time: ${TIMES}; without it, until now.`),
  buckets: z
    .string()
    .regex(/^[0-9]{1,3}$/, wrong)
    .transform(Number)
    .refine((count) => count >= 1 && count <= MOST_BUCKETS, wrong)
    .default(DEFAULT_BUCKETS)
    .describe(`In how many equal parts, 1 to ${MOST_BUCKETS}; ${DEFAULT_BUCKETS} by default.`),
};

export const activityQuery = z.strictObject(span);
export const overTimeQuery = z.strictObject({
  ...span,
  resources: z
    .string()
    .transform((text) => text.split(','))
    .optional()
    .describe('Of these resources, with commas between; without it, of all.'),
});

const count = z.number().int();
const counts = (names: readonly string[]) => z.object(Object.fromEntries(names.map((name) => [name, count])));

export const activityAnswer = z
  .object({
    items: z.array(
      z.object({
        from: z.iso.datetime(),
        to: z.iso.datetime().describe('Exclusive.'),
        revisions: count.describe('Committed writes.'),
        lastRevision: z.string().nullable().describe('The last of them; null where there was none.'),
        changes: counts(OPERATIONS).describe('Changes of objects by operation.'),
        decisions: counts(OUTCOMES).describe('Attempts by how they ended, dry runs apart.'),
      }),
    ),
  })
  .meta({ id: 'Activity', description: 'What happened in a cluster: a row a bucket, in the order of time.' });

const amount = z.object({
  value: z.number().describe('In base units: cores, bytes, pieces.'),
  quantity: z.string().describe('The same, exactly, as a Kubernetes quantity.'),
});

export const overTimeAnswer = z
  .object({
    items: z.array(
      z.object({
        at: z.iso.datetime().describe('After all that was written before this time.'),
        position: z.string().describe('The last position before it: as `at` it leads to the same state.'),
        nodes: count,
        pods: count.describe('Pods on nodes that are there, neither succeeded nor failed.'),
        pendingPods: count.describe('Pods on no node, not finished.'),
        resource: z.string(),
        allocatable: amount.describe('What pods can have of all nodes.'),
        requested: amount.describe('What the pods on nodes request.'),
        ratio: z.number().nullable().describe('Requested by allocatable, to six decimals; null where there is none.'),
      }),
    ),
  })
  .meta({ id: 'UtilizationOverTime', description: 'How full a cluster was: a row a bucket and resource.' });

const end = z.object({ revision: z.string(), position: z.string(), at: z.iso.datetime() }).nullable();

export const historyAnswer = z
  .object({
    first: end.describe('The oldest revision that is kept; null where there is none.'),
    last: end.describe('The last revision.'),
    archivedUntil: z.iso
      .datetime()
      .nullable()
      .describe('When the last revision was written that is in a file; null where none is.'),
  })
  .meta({ id: 'HistoryReach', description: 'How far the log of a cluster reaches.' });
