import { z } from 'zod';
import { OBSTACLES } from '#audit';
import { atQuery, booleanParameter, day, pageQuery, podText, publishedAs, time } from '../../ground/http/index.js';
import { readLabels } from './read-labels.js';

const OUTCOMES = ['scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error'] as const;

/** The labels of a selector that asks for values or for presence; the grammar is that of Kubernetes. */
const labelsText = z.string().transform((text, context) => {
  const { labels, problem } = readLabels(text);
  if (problem === undefined) return labels;
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

export const OBSTACLE =
  'How `plugin` and `reason` rejected nodes: `first`, on at least one node it was the first failure; ' +
  '`any`, it failed on at least one node; `sole`, on at least one node no other plugin failed; `only`, ' +
  'on at least one node it was the only reason of the only failing plugin: without it the pod fits that ' +
  'node; `alone`, no node was rejected for anything else.';

const PROFILE = 'Only this profile, by name, or by the digest of one version.';

/** Which decisions; all that is given must hold. */
const filter = {
  run: z.uuid('must be the id of a run').optional().describe('Only this run. Required for decisions of a dry run.'),
  pod: podText.optional().describe('Only the pod of this name: `namespace/name`.'),
  namespace: z.string().optional().describe('Only pods of this namespace.'),
  labelSelector: labelsText
    .optional()
    .describe(
      'Only pods with these labels: `key=value` or `key`, comma-separated. The labels are those at the time ' +
        'of indexing, seconds after the decision.',
    ),
  node: z.string().optional().describe('Only decisions that bound the pod to this node.'),
  outcome: z.enum(OUTCOMES).optional().describe('Only this outcome.'),
  profile: z.string().optional().describe(PROFILE),
  plugin: z.string().optional().describe('Only decisions in which this filter rejected a node.'),
  reason: z
    .string()
    .optional()
    .describe(
      'Only decisions in which a node was rejected for this reason, as reported by kube-scheduler; with ' +
        '`plugin`, by that filter.',
    ),
  obstacle: z.enum(OBSTACLES).optional().describe(OBSTACLE),
  since: time.optional().describe('Only at or after this time.'),
  until: time.optional().describe('End of the bucket, exclusive.'),
};

export const decisionQuery = z.strictObject({ ...filter, ...atQuery, ...pageQuery });

/** The same as arguments of GraphQL. */
export const decisionArgs = z.strictObject(filter);

const TOTALS_BY = ['day', 'week', 'month', 'namespace', 'outcome', 'profile', 'plugin', 'reason', 'resource'] as const;
const WAITS_BY = ['day', 'week', 'month', 'namespace'] as const;
const TOTALS_ORDERS = ['attempts', ...OBSTACLES, 'nodesFirst', 'nodesAny', 'nodesSole', 'nodesOnly'] as const;

function namesText<const Name extends string>(names: readonly [Name, ...Name[]]) {
  const list = z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)).min(1));
  return publishedAs(list, { type: 'array', items: { type: 'string', enum: names } }).describe(
    'What to count by, comma-separated; at most one of day, week and month. Weeks begin on Monday.',
  );
}

const whole = {
  since: day
    .optional()
    .describe('Start of the period, inclusive: a date, a midnight (UTC), or `7d`, the midnight 7 days ago.'),
  until: day.optional().describe('End of the period, exclusive; same formats as `since`.'),
};

export const totalsQuery = z.strictObject({
  groupBy: namesText(TOTALS_BY),
  namespace: z.string().optional().describe('Only pods of this namespace.'),
  outcome: z
    .enum(OUTCOMES)
    .optional()
    .describe(
      'Only this outcome. Default: all outcomes; when grouping or filtering by plugin, reason or resource, ' +
        'all outcomes except `scheduled`, unless `groupBy` contains `outcome`.',
    ),
  profile: z
    .string()
    .optional()
    .describe('Only the profile of this name. Counts by plugin, reason or resource are not stored per profile.'),
  plugin: z.string().optional().describe('Only decisions in which this filter rejected a node.'),
  reason: z.string().optional().describe('Only decisions in which a node was rejected for this reason.'),
  run: z.string().optional().describe('Only this run. The whole run is counted, without `since` and `until`.'),
  ...whole,
  orderBy: z
    .enum(TOTALS_ORDERS)
    .optional()
    .describe(
      'The order of the groups, highest first. All values except `attempts` require a plugin, a reason or a ' +
        'resource. Default: by the values of the groups.',
    ),
  top: publishedAs(
    z
      .string()
      .regex(/^[1-9][0-9]{0,5}$/, 'must be a number above 0')
      .transform(Number),
    { type: 'integer', minimum: 1, maximum: 999_999 },
  )
    .optional()
    .describe(
      'Maximum number of groups that differ only in the last item of `groupBy`: with ' +
        '`week,namespace,resource` and 1, the most frequent resource of each week and namespace.',
    ),
  ...pageQuery,
});

export const waitsQuery = z.strictObject({
  groupBy: namesText(WAITS_BY),
  namespace: z.string().optional().describe('Only pods of this namespace.'),
  ...whole,
  ...pageQuery,
});

export const traceQuery = z.strictObject({
  node: z.string().optional().describe('Only the row of this node.'),
  nodes: publishedAs(
    z.string().transform((text) => text.split(',')),
    { type: 'array', items: { type: 'string' } },
  )
    .optional()
    .describe('Only the rows of these nodes, comma-separated.'),
  feasible: booleanParameter().optional().describe('Only nodes on which the pod fits (true) or does not fit (false).'),
  plugin: z.string().optional().describe('Only nodes on which this filter fails.'),
  orderBy: z
    .enum(['total', 'name'])
    .default('total')
    .describe('total: highest first, then nodes on which the pod does not fit. Ties are ordered by name.'),
  ...pageQuery,
});

const podName = z.object({ namespace: z.string(), name: z.string(), uid: z.string() });
const count = z.number().int();
/** That an answer is not all that there is. */
const redacted = z
  .literal(true)
  .optional()
  .describe('Whether objects of other teams are omitted or only counted; absent if the caller may see everything.');
const profile = z.object({ name: z.string(), version: count, digest: z.string() });

export const decisionSchema = z
  .object({
    id: z.string().describe('`<run>.<ordinal>`'),
    run: z.uuid(),
    ordinal: count,
    attempt: count.describe('The attempt, from 1; above 1 if the run attempted the pod again.'),
    at: z.iso.datetime(),
    pod: podName,
    outcome: z.enum(OUTCOMES),
    reasonCode: z
      .enum(['AlreadyBound', 'OtherScheduler', 'Terminating', 'Finished'])
      .optional()
      .describe('Why the pod was skipped.'),
    node: z.string().nullable(),
    nominatedNode: z.string().nullable().describe('The node nominated by preemption.'),
    victims: z
      .array(podName)
      .describe('Pods that preemption removes: evicted in the same revision if the run evicts, otherwise only named.'),
    otherVictims: count
      .optional()
      .describe('Number of further such pods that the caller may not know; absent if the caller may see everything.'),
    message: z.string().describe('As reported by kube-scheduler.'),
    nodes: z.object({ evaluated: count, feasible: count }),
    rejections: z.array(
      z.object({
        plugin: z.string().nullable(),
        code: z.string(),
        reason: z.string(),
        nodes: z.object({
          first: count.describe('Nodes on which it is the first failure, the one that kube-scheduler reports.'),
          any: count.describe('Nodes on which it fails.'),
          sole: count.describe('Nodes on which only this plugin fails, for any reasons.'),
          only: count
            .nullable()
            .describe(
              'Nodes on which only this plugin fails, for this reason only: without it the pod fits. Null in ' +
                'decisions from before it was counted.',
            ),
        }),
      }),
    ),
    best: z
      .object({ total: count, ties: count, runnerUp: z.object({ node: z.string(), total: count }).nullable() })
      .nullable(),
    profile: profile.nullable(),
    seed: z.string(),
    traceDigest: z.string().nullable(),
    traceStored: z.enum(['full', 'partial', 'none']),
    extenders: z
      .array(
        z.object({
          extender: z.string(),
          verb: z.enum(['filter', 'prioritize', 'preempt', 'bind', 'permit']),
          nodes: count.describe('Number of nodes in the call.'),
          error: z.string().nullable().describe('The error, or why there was no answer.'),
        }),
      )
      .optional()
      .describe('Calls of extenders, in order; absent if there were none.'),
    redacted,
  })
  .meta({ id: 'Decision', description: 'The outcome of one attempt to schedule a pod in a run.' });

export const decisionPage = z
  .object({ items: z.array(decisionSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'DecisionPage', description: 'A page of decisions, newest first.' });

const status = z.object({ plugin: z.string().nullable(), code: z.string(), reasons: z.array(z.string()) });

export const tracePage = z
  .object({
    decision: decisionSchema,
    filterPlugins: z.array(z.string()),
    scorePlugins: z.array(z.object({ name: z.string(), weight: count })),
    items: z.array(
      z.object({
        node: z.string(),
        feasible: z.boolean(),
        status: status.nullable().describe('The status that kube-scheduler reports; null if the pod fits.'),
        failures: z.array(status).describe('Every filter that fails on the node.'),
        scores: z.array(z.object({ plugin: z.string(), raw: count, normalized: count, weighted: count })),
        total: count.nullable(),
        rank: count.nullable().describe('1 for the highest total; equal totals have the same rank.'),
      }),
    ),
    nextPageToken: z.string().optional(),
    redacted,
  })
  .meta({ id: 'TracePage', description: 'A page of the trace of a decision: one row for each node.' });

const obstacles = z.object({
  first: count.describe('Attempts in which it was the first failure on at least one node.'),
  any: count.describe('Attempts in which it failed on at least one node.'),
  sole: count.describe('Attempts in which on at least one node no other plugin failed.'),
  only: count.describe(
    'Attempts in which on at least one node it was the only reason of the only failing plugin: without it ' +
      'the pod fits.',
  ),
  alone: count.describe('Attempts in which no node was rejected for anything else.'),
});

export const totalsPage = z
  .object({
    items: z.array(
      z.object({
        group: z
          .partialRecord(z.enum(TOTALS_BY), z.string().nullable())
          .describe('By the names of `groupBy`; a day, week or month is given by its first day.'),
        attempts: count.describe('Number of decisions. An attempt counts once in each group.'),
        pods: count
          .nullable()
          .describe(
            'Number of distinct pods, by uid, in these attempts. Exact, and not additive over groups. Null if the ' +
              'group includes archived attempts from before pods were recorded.',
          ),
        obstacles: obstacles.describe(
          "Number of attempts by how the group's plugin, reason or resource rejected nodes; 0 if the group has " +
            'none.',
        ),
        nodes: z
          .object({ first: count, any: count, sole: count, only: count })
          .describe(
            'Number of nodes rejected in this way, summed over attempts and over the reasons of the group. A node ' +
              'that a plugin rejected for two reasons counts for both.',
          ),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'DecisionTotalsPage', description: 'Counts of attempts and pods: one row for each group.' });

export const waitsPage = z
  .object({
    items: z.array(
      z.object({
        group: z
          .partialRecord(z.enum(WAITS_BY), z.string().nullable())
          .describe('By the names of `groupBy`; a day, week or month is given by its first day.'),
        bindings: count.describe('Number of bindings of pods with a known creation time.'),
        meanMs: count,
        maxMs: count,
        p50Ms: count.describe('Percentiles are accurate to 2.5 %.'),
        p95Ms: count,
        p99Ms: count,
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'WaitsPage', description: 'Time from the creation of pods to their binding: one row for each group.' });
