import { z } from 'zod';
import { OPERATIONS } from '#history';
import { time, TIMES } from '../../ground/http/index.js';

const OUTCOMES = ['scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error'] as const;

/** Buckets at most, and where nobody says how many. */
export const MOST_BUCKETS = 300;
export const DEFAULT_BUCKETS = 60;

const wrong = `must be a number from 1 to ${MOST_BUCKETS}`;
const span = {
  since: time.optional().describe(`Start of the period, inclusive: ${TIMES}. Default: the oldest stored revision.`),
  until: time.optional().describe(`End of the period, exclusive: ${TIMES}. Default: now.`),
  buckets: z
    .string()
    .regex(/^[0-9]{1,3}$/, wrong)
    .transform(Number)
    .refine((count) => count >= 1 && count <= MOST_BUCKETS, wrong)
    .default(DEFAULT_BUCKETS)
    .describe(`Number of time buckets, 1 to ${MOST_BUCKETS}. Default: ${DEFAULT_BUCKETS}.`),
};

export const activityQuery = z.strictObject(span);
export const overTimeQuery = z.strictObject({
  ...span,
  resources: z
    .string()
    .transform((text) => text.split(','))
    .optional()
    .describe('Only these resources, comma-separated. Default: all resources.'),
});

const count = z.number().int();
const counts = (names: readonly string[]) => z.object(Object.fromEntries(names.map((name) => [name, count])));

export const activityAnswer = z
  .object({
    items: z.array(
      z.object({
        from: z.iso.datetime(),
        to: z.iso.datetime().describe('End of the bucket, exclusive.'),
        revisions: count.describe('Number of revisions (committed writes).'),
        lastRevision: z.string().nullable().describe('The last revision of the bucket; null if there is none.'),
        changes: counts(OPERATIONS).describe('Number of changes of objects by operation.'),
        decisions: counts(OUTCOMES).describe('Number of attempts by outcome, without dry runs.'),
      }),
    ),
  })
  .meta({
    id: 'Activity',
    description: 'Activity of a cluster: one row for each time bucket, in chronological order.',
  });

const amount = z.object({
  value: z.number().describe('In base units: cores, bytes, pieces.'),
  quantity: z.string().describe('The exact amount, as a Kubernetes quantity.'),
});

export const overTimeAnswer = z
  .object({
    items: z.array(
      z.object({
        at: z.iso.datetime().describe('The moment: the state includes all writes before this time.'),
        position: z.string().describe('The last position before this time; as `at` it selects the same state.'),
        nodes: count,
        pods: count.describe('Pods on existing nodes, without succeeded and failed pods.'),
        pendingPods: count.describe('Pods that are not assigned to a node, without succeeded and failed pods.'),
        resource: z.string(),
        allocatable: amount.describe('Allocatable of all nodes.'),
        requested: amount.describe('Requests of the pods on nodes.'),
        ratio: z
          .number()
          .nullable()
          .describe('Requested divided by allocatable, rounded to six decimals; null if nothing is allocatable.'),
      }),
    ),
  })
  .meta({ id: 'UtilizationOverTime', description: 'Utilization of a cluster: one row for each bucket and resource.' });

const end = z.object({ revision: z.string(), position: z.string(), at: z.iso.datetime() }).nullable();

export const historyAnswer = z
  .object({
    first: end.describe('The oldest stored revision; null if there is none.'),
    last: end.describe('The last revision.'),
    archivedUntil: z.iso
      .datetime()
      .nullable()
      .describe('When the last archived revision was written; null if none is archived.'),
  })
  .meta({ id: 'HistoryReach', description: "The bounds of a cluster's log." });
