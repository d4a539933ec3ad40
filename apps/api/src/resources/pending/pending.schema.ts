import { ownField } from '#json';
import { PENDING_BY, PENDING_STATES } from '#questions';
import { z } from 'zod';
import { OBSTACLE, obstacle } from '../decisions/index.js';
import { component, enumOf, objectType, shown, typeOf, words, type MadeField } from '../../ground/graphql/index.js';
import { pageQuery } from '../../ground/http/index.js';

const STATE =
  'Why the pod is pending, the first of these that applies: `gated`, it has scheduling gates; ' +
  '`neverTried`, it has not been attempted since it has no gates; `nominated`, preemption nominated a ' +
  'node for it; otherwise the outcome of its last attempt.';

const state = z.enum(PENDING_STATES);
enumOf(state, {
  name: 'PendingState',
  description: 'Why a pod is pending: the first of these that applies.',
  words: {
    gated: 'It has scheduling gates.',
    neverTried: 'It has not been attempted since it has no gates.',
    nominated: 'Preemption nominated a node for it.',
    unschedulable: 'No node was feasible in the last attempt.',
    error: 'The last attempt failed with an error.',
    skipped: 'It was requested and not attempted.',
  },
});

const by = z.enum(PENDING_BY);
enumOf(by, {
  name: 'PendingBy',
  description: 'What pending pods are grouped by.',
  words: {
    obstacleSet: 'By everything for which nodes were rejected in the last attempt.',
    plugin: 'By the filters that rejected nodes: a pod is in one group for each.',
    reason: 'By the reasons for which nodes were rejected: a pod is in one group for each.',
    resource: 'By the exhausted resources; excludes pods without one.',
    namespace: 'By namespace of the pod.',
    state: 'The cause of being pending.',
  },
});

const order = words('PendingPodOrder', 'What pending pods are ordered by.', {
  oldest: 'By creation time, oldest first.',
  name: 'By namespace and name.',
});

const filter = {
  namespace: z.string().optional().describe('Only this namespace.'),
  state: state.optional().describe(STATE),
  plugin: z.string().optional().describe('Only pods whose last attempt rejected a node by this filter.'),
  reason: z
    .string()
    .optional()
    .describe('Only pods whose last attempt rejected a node for this reason; with `plugin`, by that filter.'),
  obstacle: obstacle.optional().describe(OBSTACLE),
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
    .pipe(z.array(by).min(1))
    .describe(
      `What to group by, comma-separated: ${PENDING_BY.join(', ')}. An obstacle set is everything for which nodes ` +
        'were rejected in the last attempt; grouped by plugin, reason or resource, a pod is in one group for each ' +
        'that rejected nodes.',
    ),
  ...filter,
  ...pageQuery,
});

/** The groups and the order as arguments of GraphQL. */
export const groupsAsked = z.strictObject({
  ...filter,
  groupBy: z.array(by).describe('What to group by.'),
  first: z.number().int().describe('Maximum number of groups, 1 to 500: those with the most pods.'),
});
export const podsAsked = z.strictObject({ ...filter, orderBy: order.describe('The order.') });

export const pendingPodsQuery = z.strictObject({
  ...filter,
  orderBy: order.default('oldest').describe('By creation time, oldest first, or by namespace and name.'),
  ...pageQuery,
});

const count = z.number().int();
const counted = objectType(
  'PendingStates',
  'Number of pods by the cause of being pending; the counts add up to all pods.',
  {
    gated: count.describe('With scheduling gates.'),
    neverTried: count.describe('Not attempted since they have no gates.'),
    nominated: count.describe('With a nominated node.'),
    unschedulable: count.describe('For which no node was feasible in the last attempt.'),
    error: count.describe('Whose last attempt failed with an error.'),
    skipped: count.describe('That were requested and not attempted.'),
  },
);
const states = shown(
  counted.describe(`Number of pods by the cause of being pending; the counts add up to \`pods\`. ${STATE}`),
  { description: 'Number of pods by the cause of being pending.' },
);
const obstacles = objectType(
  'PendingObstacles',
  "Number of pods by how the group's plugin, reason or resource rejected nodes in their last attempt; 0 if the group " +
    'has none.',
  {
    first: count.describe('It was the first failure on at least one node.'),
    any: count.describe('It failed on at least one node.'),
    sole: count.describe('On at least one node no other plugin failed.'),
    only: count.describe(
      'On at least one node it was the only reason of the only failing plugin: without it the pod fits that node.',
    ),
    alone: count.describe('No node was rejected for anything else.'),
  },
).describe(
  "Number of pods by how the group's plugin, reason or resource rejected nodes in their last attempt; 0 " +
    'if the group has none. The fields are those of `decision-totals`.',
);

const rejections = z
  .array(
    objectType('PendingRejection', 'A reason for which the last attempts of a group rejected nodes.', {
      plugin: z.string().nullable().describe('The filter; null if kube-scheduler names none.'),
      reason: z.string().describe('The reason as reported by kube-scheduler.'),
      leastNodes: count.describe('Number of nodes on which it was the first failure, of the pod with the fewest.'),
      mostNodes: count.describe('Number of nodes on which it was the first failure, of the pod with the most.'),
    }),
  )
  .describe(
    'The reasons of the obstacle set, that of the most nodes first; empty if `groupBy` does not contain ' +
      '`obstacleSet`.',
  );

const named = (name: string, what: string, type = typeOf(z.string())): MadeField => ({
  type,
  nullable: true,
  description: `${what}; null if \`groupBy\` does not contain it, or there is none.`,
  of: ({ group }: { readonly group: Readonly<Record<string, unknown>> }) => ownField(group, name) ?? null,
});

/** A row: REST has its group as an object, GraphQL each name of it as a field. */
export const pendingGroup = shown(
  z.object({
    group: shown(z.partialRecord(by, z.string().nullable()).describe('By the names of `groupBy`.'), { hidden: true }),
    pods: count.describe('Number of distinct pods. Grouped by plugin, reason or resource, a pod is in several groups.'),
    oldest: objectType('OldestPod', 'The oldest pod of a group.', {
      namespace: z.string().describe('The namespace.'),
      name: z.string().describe('Its name.'),
      since: z.iso.datetime().describe('When it was created.'),
    }).describe('The oldest pod, and its creation time.'),
    states,
    obstacles,
    rejections,
  }),
  {
    name: 'PendingGroup',
    about: 'Pending pods with the same values of `groupBy`.',
    also: {
      obstacleSet: named(
        'obstacleSet',
        'Everything for which nodes were rejected, as `plugin: reason`, separated by `; `',
      ),
      plugin: named('plugin', 'The filter'),
      reason: named('reason', 'The reason as reported by kube-scheduler'),
      resource: named('resource', 'The exhausted resource'),
      namespace: named('namespace', 'The namespace'),
      state: named('state', 'Why they are pending', typeOf(state)),
    },
  },
);

export const pendingPage = component(
  'PendingPage',
  'Pods that are pending now: one row for each group.',
  {
    pods: count.describe(
      'Number of pods of all groups together that are pending now: not assigned to a node, without ' +
        'succeeded and failed pods.',
    ),
    states,
    items: shown(z.array(pendingGroup).describe('The groups with the most pods first.'), { hidden: true }),
    nextPageToken: z.string().optional(),
  },
  {
    name: 'Pending',
    about: 'Pods that are pending now: not assigned to a node, without succeeded and failed pods.',
    only: ['pods', 'states'],
    also: {
      groups: {
        type: typeOf(z.array(pendingGroup)),
        description: 'The groups with the most pods, largest first.',
        of: ({ items }: { readonly items: unknown }) => items,
      },
      hasMore: {
        type: () => Boolean,
        description: 'Whether there are more groups.',
        of: ({ next }: { readonly next: unknown }) => next !== null,
      },
    },
  },
);

export const pendingPod = z.object({
  namespace: z.string().describe('The namespace.'),
  name: z.string().describe('Its name.'),
  uid: z.string().describe('Its uid.'),
  since: z.iso.datetime().describe('When it was created.'),
  state: state.describe(STATE),
  obstacleSet: z
    .string()
    .nullable()
    .describe('Everything for which nodes were rejected in its last attempt; null if there is nothing.'),
  decision: z.string().nullable().describe('Id of the last decision about it; null if there is none.'),
});

export const pendingPodsPage = z
  .object({
    pods: count.describe('Number of pods that match the filter, on all pages.'),
    items: z.array(pendingPod),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'PendingPodPage', description: 'A page of pods that are pending now.' });
