import { z } from 'zod';
import { OBSTACLES } from '#audit';
import { PENDING_BY, PENDING_STATES } from '#questions';
import { OBSTACLE } from '../decisions/index.js';
import { pageQuery } from '../../ground/http/index.js';

const STATE =
  'Why it is pending, the first of these that is so: `gated`, it has scheduling gates; `neverTried`, nothing was ' +
  'decided about it since it has none; `nominated`, preemption makes room for it; or as its last attempt ended.';

const filter = {
  namespace: z.string().optional().describe('In this namespace.'),
  state: z.enum(PENDING_STATES).optional().describe(STATE),
  plugin: z.string().optional().describe('Of whose last attempt this plugin turned a node down.'),
  reason: z
    .string()
    .optional()
    .describe('Of whose last attempt a node was turned down for this reason; with `plugin`, by that plugin for it.'),
  obstacle: z.enum(OBSTACLES).optional().describe(OBSTACLE),
  obstacleSet: z
    .string()
    .optional()
    .describe('Of whose last attempt this turned nodes down, and nothing else: as `pending` groups by it.'),
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
      `What to group by, with commas between: ${PENDING_BY.join(', ')}. An obstacle set is all that turned nodes ` +
        'down in the last attempt; by plugin, reason and resource a pod is in as many groups as turned nodes down.',
    ),
  ...filter,
  ...pageQuery,
});

export const PENDING_ORDERS = ['oldest', 'name'] as const;

export const pendingPodsQuery = z.strictObject({
  ...filter,
  orderBy: z.enum(PENDING_ORDERS).default('oldest').describe('The oldest first, or by namespace and name.'),
  ...pageQuery,
});

const count = z.number().int();
const states = z
  .object(Object.fromEntries(PENDING_STATES.map((state) => [state, count])))
  .describe(`Pods by why they are pending; they add up to \`pods\`. ${STATE}`);
const obstacles = z
  .object(Object.fromEntries(OBSTACLES.map((one) => [one, count])))
  .describe(
    'In the last attempts of how many of the pods the plugin, the reason or the resource of the group was such an ' +
      'obstacle; 0 where the group has none. Words as in `decision-totals`.',
  );

export const pendingPage = z
  .object({
    pods: count.describe('Pods that are pending now, of all groups together: on no node, and not finished.'),
    states,
    items: z
      .array(
        z.object({
          group: z.partialRecord(z.enum(PENDING_BY), z.string().nullable()).describe('By the names of `groupBy`.'),
          pods: count.describe('Pods, each once. By plugin, reason and resource a pod is in many groups.'),
          oldest: z
            .object({ namespace: z.string(), name: z.string(), since: z.iso.datetime() })
            .describe('The pod that was made first, and when.'),
          states,
          obstacles,
        }),
      )
      .describe('Those with the most pods first.'),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'PendingPage', description: 'Pods that are pending now: a row a group.' });

export const pendingPodsPage = z
  .object({
    pods: count.describe('All that the filter lets through, on whatever page.'),
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
          .describe('All that turned nodes down in its last attempt; null for nothing.'),
        decision: z.string().nullable().describe('Id of what was last decided about it; null when nothing was.'),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'PendingPodPage', description: 'A page of pods that are pending now.' });
