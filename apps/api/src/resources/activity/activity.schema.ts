import { z } from 'zod';
import { resourceAmount } from '../capacity/index.js';
import { component, objectType, shown } from '../../ground/graphql/index.js';
import { time, TIMES } from '../../ground/http/index.js';

/** The largest number of buckets, and the default. */
export const MOST_BUCKETS = 300;
export const DEFAULT_BUCKETS = 60;

/** Of answers about each node. */
export const MOST_BUCKETS_OF_NODES = 60;
export const DEFAULT_BUCKETS_OF_NODES = 24;

function spanOf({ most, byDefault }: { readonly most: number; readonly byDefault: number }) {
  const wrong = `must be a number from 1 to ${most}`;
  return {
    since: time.optional().describe(`Start of the period, inclusive: ${TIMES}. Default: the oldest stored revision.`),
    until: time.optional().describe(`End of the period, exclusive: ${TIMES}. Default: now.`),
    buckets: z
      .string()
      .regex(/^[0-9]{1,3}$/, wrong)
      .transform(Number)
      .refine((count) => count >= 1 && count <= most, wrong)
      .default(byDefault)
      .describe(`Number of time buckets, 1 to ${most}. Default: ${byDefault}.`),
  };
}

const span = spanOf({ most: MOST_BUCKETS, byDefault: DEFAULT_BUCKETS });

export const activityQuery = z.strictObject(span);
export const overTimeQuery = z.strictObject({
  ...span,
  resources: z
    .string()
    .transform((text) => text.split(','))
    .optional()
    .describe('Only these resources, comma-separated. Default: all resources.'),
});

export const nodesOverTimeQuery = z.strictObject({
  ...spanOf({ most: MOST_BUCKETS_OF_NODES, byDefault: DEFAULT_BUCKETS_OF_NODES }),
  resource: z.string().default('cpu').describe('The resource. Default: `cpu`.'),
});

const count = z.number().int();

const changeCounts = objectType('ChangeCounts', 'Number of changes of objects by operation.', {
  create: count.describe('Objects created.'),
  update: count.describe('Objects replaced or patched.'),
  bind: count.describe('Pods bound to a node.'),
  delete: count.describe('Objects deleted.'),
  evict: count.describe('Pods evicted.'),
  note: count.describe('Entries about the log itself.'),
});

const decisionCounts = objectType('DecisionCounts', 'Number of attempts by outcome, without dry runs.', {
  scheduled: count.describe('The pod was bound to a node.'),
  unschedulable: count.describe('No node was feasible.'),
  nominated: count.describe('A node was nominated for the pod by preemption.'),
  gated: count.describe('The pod had scheduling gates.'),
  skipped: count.describe('The pod was requested and not attempted.'),
  error: count.describe('The attempt failed with an error.'),
  observed: shown(
    count
      .optional()
      .describe('In a followed cluster, its scheduler bound the pod, or it was evicted; absent if there were none.'),
    { absent: 0 },
  ),
  pending: shown(count.optional().describe('That scheduler found no node; absent if there were none.'), { absent: 0 }),
});

const activityRow = objectType('Activity', 'Activity of a cluster in a time bucket.', {
  from: z.iso.datetime().describe('Start of the bucket, inclusive.'),
  to: z.iso.datetime().describe('End of the bucket, exclusive.'),
  revisions: count.describe('Number of revisions (committed writes).'),
  lastRevision: z.string().nullable().describe('The last revision of the bucket; null if there is none.'),
  changes: changeCounts.describe('Number of changes of objects by operation.'),
  decisions: decisionCounts.describe('Number of attempts by outcome, without dry runs.'),
});

export const activityAnswer = z
  .object({ items: z.array(activityRow) })
  .meta({
    id: 'Activity',
    description: 'Activity of a cluster: one row for each time bucket, in chronological order.',
  });

const overTimeRow = objectType('PastUtilization', 'Utilization of one resource of all nodes together at a moment.', {
  at: z.iso.datetime().describe('The moment: the state includes all writes before this time.'),
  position: z.string().describe('The last position before this time; as `at` it selects the same state.'),
  nodes: count.describe('Number of nodes.'),
  pods: count.describe('Pods on existing nodes, without succeeded and failed pods.'),
  pendingPods: count.describe('Pods that are not assigned to a node, without succeeded and failed pods.'),
  resource: z.string().describe('The resource.'),
  allocatable: resourceAmount.describe('Allocatable of all nodes.'),
  requested: resourceAmount.describe('Requests of the pods on nodes.'),
  ratio: z
    .number()
    .nullable()
    .describe('Requested divided by allocatable, rounded to six decimals; null if nothing is allocatable.'),
});

export const overTimeAnswer = z
  .object({ items: z.array(overTimeRow) })
  .meta({ id: 'UtilizationOverTime', description: 'Utilization of a cluster: one row for each bucket and resource.' });

const nodeOverTime = objectType('NodeOverTime', 'Utilization of a node over time.', {
  name: z.string().describe('The name of the node.'),
  ratios: shown(
    z
      .array(z.number().nullable())
      .describe(
        'For each time requested divided by allocatable, rounded to six decimals; null if the node did not exist or ' +
          'nothing is allocatable.',
      ),
    { nullable: 'items' },
  ),
});

export const nodesOverTimeAnswer = z
  .object({
    resource: z.string().describe('The resource.'),
    at: z.array(z.iso.datetime()).describe('The ends of the buckets: each state includes all writes before its time.'),
    nodes: z
      .array(nodeOverTime)
      .describe('All nodes that existed at any of these times, in byte order of their names.'),
  })
  .meta({ id: 'NodesOverTime', description: 'Utilization of each node of one resource over time.' });

const end = objectType('LogEnd', 'A point in a log.', {
  revision: z.string().describe('The revision.'),
  position: z.string().describe('The last position of the revision.'),
  at: z.iso.datetime().describe('When it was written.'),
}).nullable();

export const historyAnswer = component('HistoryReach', "The bounds of a cluster's log.", {
  first: end.describe('The oldest stored revision; null if there is none.'),
  last: end.describe('The last revision; null if there is none.'),
  archivedUntil: z.iso
    .datetime()
    .nullable()
    .describe('When the last archived revision was written; null if none is archived.'),
});
