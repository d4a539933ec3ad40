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
  'How what `plugin` and `reason` say was in the way: `first`, of some node it was the first failure; ' +
  '`any`, it failed at all; `sole`, the plugin was the only one to fail on some node; `only`, it failed there for no ' +
  'other reason either: without this reason the pod fits that node; `alone`, every node that was turned down was ' +
  'turned down by nothing else.';

const PROFILE = 'Of this profile: its name, or the digest of one version of it.';

/** Which decisions; all that is given must hold. */
const filter = {
  run: z.uuid('must be the id of a run').optional().describe('Of this run; the only way to decisions of a dry run.'),
  pod: podText.optional().describe('Of the pods of this name: `namespace/name`.'),
  namespace: z.string().optional().describe('Of pods of this namespace.'),
  labelSelector: labelsText
    .optional()
    .describe(
      'Of pods with these labels: `key=value` or `key`, with commas between them. As they were when the ' +
        'decision was indexed, seconds after it was made.',
    ),
  node: z.string().optional().describe('That placed a pod on this node.'),
  outcome: z.enum(OUTCOMES).optional().describe('That came to this.'),
  profile: z.string().optional().describe(PROFILE),
  plugin: z.string().optional().describe('Where this plugin turned a node down.'),
  reason: z
    .string()
    .optional()
    .describe('Where a node was turned down for this reason; with `plugin`, by that plugin for it.'),
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
    'What to count by, with commas between. At most one stretch of time; weeks begin on Monday.',
  );
}

const whole = {
  since: day
    .optional()
    .describe('On this day or later: a date, a midnight (UTC), or `7d`: from the midnight 7 days ago.'),
  until: day.optional().describe('Before this day, said in the same ways.'),
};

export const totalsQuery = z.strictObject({
  groupBy: namesText(TOTALS_BY),
  namespace: z.string().optional().describe('Of pods of this namespace.'),
  outcome: z
    .enum(OUTCOMES)
    .optional()
    .describe(
      'That ended so. Without it all attempts are counted; but by plugin, reason or resource, and of one, those that ' +
        'were not `scheduled`: with `outcome=scheduled`, or by `outcome`, those are counted too.',
    ),
  profile: z
    .string()
    .optional()
    .describe('The name of a profile. By plugin, reason and resource profiles are not told apart.'),
  plugin: z.string().optional().describe('Where this plugin turned a node down.'),
  reason: z.string().optional().describe('Where a node was turned down for this reason.'),
  run: z.string().optional().describe('Of this run, which is counted whole: without `since` and `until`.'),
  ...whole,
  orderBy: z
    .enum(TOTALS_ORDERS)
    .optional()
    .describe(
      'The highest first; without it, by the groups. All but `attempts` want a plugin, a reason or a resource.',
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
      'So many of those that are alike but for the last of `groupBy`: with `week,namespace,resource` and 1, ' +
        'the most frequent resource of each week and namespace.',
    ),
  ...pageQuery,
});

export const waitsQuery = z.strictObject({
  groupBy: namesText(WAITS_BY),
  namespace: z.string().optional().describe('Of pods of this namespace.'),
  ...whole,
  ...pageQuery,
});

export const traceQuery = z.strictObject({
  node: z.string().optional().describe('The row of this node.'),
  nodes: publishedAs(
    z.string().transform((text) => text.split(',')),
    { type: 'array', items: { type: 'string' } },
  )
    .optional()
    .describe('The rows of these nodes, with commas between.'),
  feasible: booleanParameter().optional().describe('Rows of nodes where the pod fits, or of the others.'),
  plugin: z.string().optional().describe('Rows where this plugin fails.'),
  orderBy: z
    .enum(['total', 'name'])
    .default('total')
    .describe('total: highest first, then what is not feasible. Equals by name.'),
  ...pageQuery,
});

const podName = z.object({ namespace: z.string(), name: z.string(), uid: z.string() });
const count = z.number().int();
/** That an answer is not all that there is. */
const redacted = z
  .literal(true)
  .optional()
  .describe('What is of other teams is left out or counted; absent where the reader sees everything.');
const profile = z.object({ name: z.string(), version: count, digest: z.string() });

export const decisionSchema = z
  .object({
    id: z.string().describe('`<run>.<ordinal>`'),
    run: z.uuid(),
    ordinal: count,
    attempt: count.describe('1, or more when the pod was tried again in the same run.'),
    at: z.iso.datetime(),
    pod: podName,
    outcome: z.enum(OUTCOMES),
    reasonCode: z
      .enum(['AlreadyBound', 'OtherScheduler', 'Terminating', 'Finished'])
      .optional()
      .describe('Why a pod was skipped.'),
    node: z.string().nullable(),
    nominatedNode: z.string().nullable().describe('Where preemption makes room for the pod.'),
    victims: z
      .array(podName)
      .describe('Pods that make room for it: evicted in the same revision where the run evicts, otherwise only named.'),
    otherVictims: count
      .optional()
      .describe('How many there are beside them that the reader may not know; absent where they see everything.'),
    message: z.string().describe("In kube-scheduler's words."),
    nodes: z.object({ evaluated: count, feasible: count }),
    rejections: z.array(
      z.object({
        plugin: z.string().nullable(),
        code: z.string(),
        reason: z.string(),
        nodes: z.object({
          first: count.describe('Nodes of which it is the first failure, the one that kube-scheduler reports.'),
          any: count.describe('Nodes that fail for it at all.'),
          sole: count.describe('Nodes where this plugin alone fails, for whatever reasons.'),
          only: count
            .nullable()
            .describe(
              'Nodes where this plugin alone fails, and for this reason alone: without it the pod fits them. Null of ' +
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
          nodes: count.describe('Nodes that it was asked about.'),
          error: z.string().nullable().describe('Why there was no answer, or the error in it.'),
        }),
      )
      .optional()
      .describe('What extenders were asked, in order; absent where none was.'),
    redacted,
  })
  .meta({ id: 'Decision', description: 'The outcome of one attempt of one pod in one run.' });

export const decisionPage = z
  .object({ items: z.array(decisionSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'DecisionPage', description: 'A page of decisions, the newest first.' });

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
        status: status.nullable().describe("kube-scheduler's own answer; null when feasible."),
        failures: z.array(status).describe('Every filter that fails there.'),
        scores: z.array(z.object({ plugin: z.string(), raw: count, normalized: count, weighted: count })),
        total: count.nullable(),
        rank: count.nullable().describe('1 for the highest total; equals share a rank.'),
      }),
    ),
    nextPageToken: z.string().optional(),
    redacted,
  })
  .meta({ id: 'TracePage', description: 'A page of the evidence of a decision: a row a node.' });

const obstacles = z.object({
  first: count.describe('Attempts in which some node had it as its first failure.'),
  any: count.describe('Attempts in which some node failed for it at all.'),
  sole: count.describe('Attempts in which at some node no other plugin failed.'),
  only: count.describe('Attempts in which some node failed for one reason only, this one: without it the pod fits.'),
  alone: count.describe('Attempts in which nothing else turned any node down.'),
});

export const totalsPage = z
  .object({
    items: z.array(
      z.object({
        group: z
          .partialRecord(z.enum(TOTALS_BY), z.string().nullable())
          .describe('By the names of `groupBy`; a stretch of time is the day that it begins with.'),
        attempts: count.describe('Decisions: an attempt counts once, whatever it is grouped by.'),
        pods: count
          .nullable()
          .describe(
            'Pods that were tried in these attempts, by uid: each once, however often it was tried. Exact; not to be ' +
              'added up over groups. Null where attempts are archived from before it was kept who was tried.',
          ),
        obstacles: obstacles.describe(
          'In how many of the attempts what the group names (plugin, reason, resource) was such an obstacle; 0 ' +
            'where it names none.',
        ),
        nodes: z
          .object({ first: count, any: count, sole: count, only: count })
          .describe(
            'Nodes that were turned down like that, summed over the attempts and the reasons of the group: a node ' +
              'turned down by a plugin for two reasons counts for both.',
          ),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'DecisionTotalsPage', description: 'Attempts and pods counted: a row a group.' });

export const waitsPage = z
  .object({
    items: z.array(
      z.object({
        group: z
          .partialRecord(z.enum(WAITS_BY), z.string().nullable())
          .describe('By the names of `groupBy`; a stretch of time is the day that it begins with.'),
        bindings: count.describe('Bindings of pods of which the creation is known.'),
        meanMs: count,
        maxMs: count,
        p50Ms: count.describe('Quantiles are at most 2.5 % off.'),
        p95Ms: count,
        p99Ms: count,
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'WaitsPage', description: 'How long pods waited from their creation to their binding: a row a group.' });
