import { z } from 'zod';
import { OBSTACLES } from '#audit';
import { PENDING_BY, PENDING_STATES } from '#questions';
import { OBSTACLE } from '../decisions/index.js';
import { pageQuery } from '../../ground/http/index.js';

const STATE =
  'Why the pod is pending, the first of these that applies: `gated`, it has scheduling gates; ' +
  '`neverTried`, it has not been attempted since it has no gates; `nominated`, preemption nominated a ' +
  'node for it; otherwise the outcome of its last attempt.';

const filter = {
  namespace: z.string().optional().describe('Only this namespace.'),
  state: z.enum(PENDING_STATES).optional().describe(STATE),
  plugin: z.string().optional().describe('Only pods whose last attempt rejected a node by this filter.'),
  reason: z
    .string()
    .optional()
    .describe('Only pods whose last attempt rejected a node for this reason; with `plugin`, by that filter.'),
  obstacle: z.enum(OBSTACLES).optional().describe(OBSTACLE),
  obstacleSet: z
    .string()
    .optional()
    .describe('Only pods whose last attempt rejected nodes for exactly this: a value of `obstacleSet` in `pending`.'),
};

/** Which pending pods. */
export const pendingFilter = z.strictObject(filter);

export const pendingQuery = z.strictObject({
  groupBy: z
    .string()
    .default('obstacleSet')
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(PENDING_BY)).min(1))
    .describe(
      `What to group by, comma-separated: ${PENDING_BY.join(', ')}. An obstacle set is everything for which nodes ` +
        'were rejected in the last attempt; grouped by plugin, reason or resource, a pod is in one group for each ' +
        'that rejected nodes.',
    ),
  ...filter,
  ...pageQuery,
});

export const PENDING_ORDERS = ['oldest', 'name'] as const;

export const pendingPodsQuery = z.strictObject({
  ...filter,
  orderBy: z
    .enum(PENDING_ORDERS)
    .default('oldest')
    .describe('By creation time, oldest first, or by namespace and name.'),
  ...pageQuery,
});

const count = z.number().int();
const states = z
  .object(Object.fromEntries(PENDING_STATES.map((state) => [state, count])))
  .describe(`Number of pods by the cause of being pending; the counts add up to \`pods\`. ${STATE}`);
const obstacles = z
  .object(Object.fromEntries(OBSTACLES.map((one) => [one, count])))
  .describe(
    "Number of pods by how the group's plugin, reason or resource rejected nodes in their last attempt; 0 " +
      'if the group has none. The fields are those of `decision-totals`.',
  );

export const pendingPage = z
  .object({
    pods: count.describe(
      'Number of pods of all groups together that are pending now: not assigned to a node, without ' +
        'succeeded and failed pods.',
    ),
    states,
    items: z
      .array(
        z.object({
          group: z.partialRecord(z.enum(PENDING_BY), z.string().nullable()).describe('By the names of `groupBy`.'),
          pods: count.describe(
            'Number of distinct pods. Grouped by plugin, reason or resource, a pod is in several groups.',
          ),
          oldest: z
            .object({ namespace: z.string(), name: z.string(), since: z.iso.datetime() })
            .describe('The oldest pod, and its creation time.'),
          states,
          obstacles,
        }),
      )
      .describe('The groups with the most pods first.'),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'PendingPage', description: 'Pods that are pending now: one row for each group.' });

export const pendingPodsPage = z
  .object({
    pods: count.describe('Number of pods that match the filter, on all pages.'),
    items: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        uid: z.string(),
        since: z.iso.datetime().describe('When it was created.'),
        state: z.enum(PENDING_STATES).describe(STATE),
        obstacleSet: z
          .string()
          .nullable()
          .describe('Everything for which nodes were rejected in its last attempt; null if there is nothing.'),
        decision: z.string().nullable().describe('Id of the last decision about it; null if there is none.'),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'PendingPodPage', description: 'A page of pods that are pending now.' });
