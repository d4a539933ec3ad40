import { Float } from '@nestjs/graphql';
import { z } from 'zod';
import { objectType, shown, words } from '../../ground/graphql/index.js';
import { atQuery, booleanParameter, pageQuery, podText, publishedAs, time } from '../../ground/http/index.js';
import { profileReference } from '../profiles/index.js';
import { readLabels } from './read-labels.js';

/** How an attempt ended. */
export const decisionOutcome = words('DecisionOutcome', 'Outcome of an attempt.', {
  scheduled: 'The pod was bound to a node.',
  unschedulable: 'No node is feasible.',
  nominated: 'No node is feasible, but one would be if pods of lower priority were evicted.',
  gated: 'The pod has scheduling gates.',
  skipped: 'The pod was requested and not attempted; reasonCode gives the cause.',
  error: 'The attempt failed with an error, given in the message.',
  observed: 'In a real cluster, which is followed, its scheduler bound the pod, or the pod was evicted.',
  pending: 'The scheduler of a real cluster found no node for the pod.',
});

/** How what another scheduler decided stands to what Berth decides. */
export const agreement = words('Agreement', 'Agreement of a scheduler with what Berth decides on the same state.', {
  same: 'Berth decides the same.',
  tie: 'Berth takes one of several best nodes, and the node of the scheduler is one of these.',
  differs: 'Berth decides otherwise.',
  unknown: 'It is not judged; the reason says why.',
});

/** How a plugin or a reason was in a pod's way. */
export const obstacle = words('Obstacle', 'How a plugin or a reason rejected nodes.', {
  first: 'On at least one node it was the first failure, the one that kube-scheduler reports.',
  any: 'It failed on at least one node.',
  sole: 'On at least one node no other plugin failed.',
  only: 'On at least one node it was the only reason of the only failing plugin: without it the pod fits that node.',
  alone: 'No node was rejected for anything else.',
});

export const traceStored = words('TraceStored', 'How much of the trace is stored.', {
  full: 'The whole trace.',
  partial: 'Part of it.',
  none: 'None: the attempt did not reach filtering.',
});

const traceOrder = words('TraceOrder', 'The order of the rows of a trace.', {
  total: 'By total score, highest first, then nodes on which the pod does not fit. Ties are ordered by name.',
  name: 'By name of the node.',
});

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
  node: z.string().optional().describe('Only decisions that bound the pod to this node, or evicted it from there.'),
  outcome: decisionOutcome.optional().describe('Only this outcome.'),
  agreement: agreement
    .optional()
    .describe('Only decisions of schedulers of real clusters with this agreement with what Berth decides.'),
  profile: z.string().optional().describe(PROFILE),
  plugin: z.string().optional().describe('Only decisions in which this filter rejected a node.'),
  reason: z
    .string()
    .optional()
    .describe(
      'Only decisions in which a node was rejected for this reason, as reported by kube-scheduler; with ' +
        '`plugin`, by that filter.',
    ),
  obstacle: obstacle.optional().describe(OBSTACLE),
  since: time.optional().describe('Only at or after this time.'),
  until: time.optional().describe('Only before this time.'),
};

export const decisionQuery = z.strictObject({ ...filter, ...atQuery, ...pageQuery });

/** The same as arguments of GraphQL. */
export const decisionArgs = z.strictObject(filter);

export const traceFilter = z.strictObject({
  node: z.string().optional().describe('Only the row of this node.'),
  nodes: publishedAs(
    z.string().transform((text) => text.split(',')),
    { type: 'array', items: { type: 'string' } },
  )
    .optional()
    .describe('Only the rows of these nodes, comma-separated.'),
  feasible: booleanParameter().optional().describe('Only nodes on which the pod fits (true) or does not fit (false).'),
  plugin: z.string().optional().describe('Only nodes on which this filter fails.'),
  orderBy: traceOrder
    .default('total')
    .describe('total: highest first, then nodes on which the pod does not fit. Ties are ordered by name.'),
});
export const traceQuery = z.strictObject({ ...traceFilter.shape, ...pageQuery });

const count = z.number().int();
/** A sum that may be beyond the integers of GraphQL. */
const large = shown(count, { type: () => Float });

/** That an answer is not all that there is. */
const redacted = shown(
  z
    .literal(true)
    .optional()
    .describe('Whether objects of other teams are omitted or only counted; absent if the caller may see everything.'),
  { absent: false, description: 'Whether objects of other teams are omitted or only counted, also in its trace.' },
);

export const podReference = objectType(
  'PodReference',
  'Reference to a pod as of the decision; the pod may have been deleted.',
  {
    namespace: z.string().describe('The namespace.'),
    name: z.string().describe('Its name.'),
    uid: z.string().describe('Its uid.'),
  },
);

const plugin = z.string().nullable().describe('The filter; null if kube-scheduler names none.');
const code = z.string().describe('`Unschedulable`, `UnschedulableAndUnresolvable` or `Error`.');

const rejection = objectType('Rejection', 'Number of nodes that one plugin rejected for one reason.', {
  plugin,
  code,
  reason: z.string().describe('The reason as reported by kube-scheduler.'),
  nodes: objectType('RejectionNodes', 'Number of nodes rejected for one reason.', {
    first: count.describe('Nodes on which it is the first failure, the one that kube-scheduler reports.'),
    any: count.describe('Nodes on which it fails.'),
    sole: count.describe('Nodes on which only this plugin fails, for any reasons.'),
    only: count
      .nullable()
      .describe(
        'Nodes on which only this plugin fails, for this reason only: without it the pod fits. Null in ' +
          'decisions from before it was counted.',
      ),
  }).describe('Number of nodes.'),
});

const best = objectType('BestTotal', 'The highest total score.', {
  total: large.describe('The total score; an integer.'),
  ties: count.describe('Number of nodes with this total.'),
  runnerUp: objectType('RunnerUp', 'The best of the other nodes.', {
    node: z.string().describe('Its name.'),
    total: large.describe('Its total score; an integer.'),
  })
    .nullable()
    .describe('The next best node; null if there is no other.'),
});

const askedExtender = objectType('AskedExtender', 'A call of a scheduler extender.', {
  extender: z.string().describe('Its URL, by which kube-scheduler names it.'),
  verb: z.enum(['filter', 'prioritize', 'preempt', 'bind', 'permit']).describe('The called verb.'),
  nodes: count.describe('Number of nodes in the call.'),
  error: z.string().nullable().describe('The error, or why there was no answer.'),
});

const eviction = objectType('ObservedEviction', 'An eviction in a real cluster.', {
  reason: z
    .string()
    .describe("Reason of the pod's condition `DisruptionTarget`, such as `EvictionByEvictionAPI`: what evicted it."),
  preemptor: podReference
    .nullable()
    .describe('The pod that it was evicted for; null if there is none, it is not seen, or the caller may not know it.'),
  budgets: z
    .array(
      objectType('EvictionAllowance', 'A PodDisruptionBudget that selects an evicted pod.', {
        name: z.string().describe('Its name.'),
        disruptionsAllowed: count.describe('Number of disruptions that it allowed just before.'),
      }),
    )
    .describe('PodDisruptionBudgets that select the pod, by name.'),
});

const observed = objectType(
  'ObservedDecision',
  'A decision of the scheduler of a real cluster, beside that of Berth.',
  {
    agreement: agreement.describe('Agreement of the two.'),
    by: z.string().describe('Name of the scheduler, or of what evicted the pod; empty if it is not known.'),
    at: z.iso.datetime().describe('When the mirror saw it.'),
    position: z.string().describe('Position of the change that shows it; a decimal integer.'),
    changesBefore: count.describe(
      'The state on which Berth decides: 0 is the one just before, otherwise so many changes earlier, which the ' +
        'scheduler may not have seen.',
    ),
    assumed: count.describe(
      'Number of bindings by the scheduler itself, seen after that state, that are added to it. They may be seen ' +
        'after the decision: a scheduler binds a pod while it decides on the next one.',
    ),
    assumedNominations: count.describe(
      'Number of nominations by the scheduler itself, seen after that state, that are made or dropped in it.',
    ),
    awaitingVolumes: count.describe(
      'Number of pods that are added to that state on the node that the scheduler chose for them: it binds them when ' +
        'their volumes are there.',
    ),
    own: objectType('OwnDecision', 'What Berth decides.', {
      outcome: decisionOutcome.describe('Outcome of the attempt.'),
      node: z
        .string()
        .nullable()
        .describe(
          'The node, or the one that it nominates beside a nomination; of several best ones that of the scheduler, ' +
            'if it is one of them.',
        ),
      message: z.string().describe('Why there is no node, as kube-scheduler reports it; empty if there is one.'),
    })
      .nullable()
      .describe('What Berth decides; null if nothing was decided, and for an eviction.'),
    eviction: eviction.optional().describe('The eviction; absent in other decisions.'),
    total: large.nullable().describe('Total score of the node of the scheduler; null if the pod does not fit there.'),
    ownTotal: large.nullable().describe('Total score of the node of Berth; null if there is none.'),
    rank: count
      .nullable()
      .describe(
        'Rank of the node of the scheduler, from 1, among the feasible ones, or for a nomination among those where ' +
          'evictions make room; null if it is none of them.',
      ),
    looksFor: count
      .nullable()
      .describe('Number of such nodes that the scheduler looks for, if there are more; null if it looks at all.'),
    plugin: z
      .string()
      .nullable()
      .describe('The filter that rejects the node of the scheduler, or the score plugin that differs most; else null.'),
    reason: z.string().nullable().describe('What differs, or why it is not judged; else null.'),
  },
);

export const decisionSchema = z
  .object({
    id: z.string().describe('`<run>.<ordinal>`'),
    run: z.uuid(),
    ordinal: count.describe('Its ordinal in the run, from 0, in the order of the attempts.'),
    attempt: count.describe('The attempt, from 1; above 1 if the run attempted the pod again.'),
    at: z.iso.datetime().describe('When it was written.'),
    clusterAt: z.iso.datetime().optional().describe('The time of the cluster; absent in a cluster without a clock.'),
    woken: z
      .string()
      .optional()
      .describe('What brought the pod into the scheduling queue; absent in runs that were requested.'),
    pod: podReference.describe('The pod.'),
    outcome: decisionOutcome.describe('Outcome of the attempt.'),
    reasonCode: z
      .enum(['AlreadyBound', 'OtherScheduler', 'Terminating', 'Finished'])
      .optional()
      .describe('Why the pod was skipped.'),
    node: z.string().nullable().describe('Name of the node that the pod was bound to, or evicted from.'),
    nominatedNode: z.string().nullable().describe('Name of the node nominated by preemption.'),
    victims: z
      .array(podReference)
      .describe(
        'Pods that preemption removes: evicted in the same revision if the run evicts, evicted by the scheduler of a ' +
          'real cluster if the decision is its own, otherwise only named.',
      ),
    otherVictims: shown(
      count
        .optional()
        .describe('Number of further such pods that the caller may not know; absent if the caller may see everything.'),
      { absent: 0 },
    ),
    message: z.string().describe('As reported by kube-scheduler; empty if the pod was scheduled.'),
    nodes: objectType('DecisionNodes', 'Number of evaluated nodes.', {
      evaluated: count.describe('Nodes on which all filters ran: every node of the cluster.'),
      feasible: count.describe('Feasible nodes.'),
    }).describe('Number of evaluated and of feasible nodes.'),
    rejections: z.array(rejection).describe('Reasons for which nodes were rejected, with counts.'),
    best: best.nullable().describe('The highest total score; null if no node is feasible.'),
    profile: profileReference
      .nullable()
      .describe('The scheduler profile that decided; null if the pod was skipped without one.'),
    seed: z.string().describe('The seed for breaking ties; a decimal integer.'),
    traceDigest: z.string().nullable().describe('SHA-256 over the trace, hexadecimal; null if there is none.'),
    traceStored: traceStored.describe('How much of the trace is stored.'),
    observed: observed
      .optional()
      .describe(
        'What the scheduler of a real cluster decided, beside what Berth decides; absent in decisions of Berth.',
      ),
    extenders: shown(
      z.array(askedExtender).optional().describe('Calls of extenders, in order; absent if there were none.'),
      { absent: [] },
    ),
    redacted,
  })
  .meta({ id: 'Decision', description: 'The outcome of one attempt to schedule a pod in a run.' });

export const decisionPage = z
  .object({
    items: z.array(decisionSchema),
    nextPageToken: z.string().optional(),
    near: z
      .array(z.string())
      .optional()
      .describe('Of no decisions of a pod that is not there: pods that its name probably means, as namespace/name.'),
  })
  .meta({ id: 'DecisionPage', description: 'A page of decisions, newest first.' });

/** One verdict of a filter. */
export const traceStatus = objectType('TraceStatus', 'The status of a filter.', {
  plugin,
  code,
  reasons: z.array(z.string()).describe('The reasons as reported by kube-scheduler.'),
});

const points = {
  raw: large.describe('Before normalization; an integer.'),
  normalized: count.describe('After normalization: 0 to 100.'),
  weighted: large.describe("Normalized score times the plugin's weight; an integer."),
};
export const scorePoints = objectType('Points', 'The score of one score plugin for a node.', points);

/** Everything that a decision says about one node. */
export const traceRow = objectType('TraceRow', 'The verdicts and scores of a decision for one node.', {
  node: z.string().describe('Name of the node.'),
  feasible: z.boolean().describe('Whether the pod fits.'),
  status: traceStatus.nullable().describe('The status that kube-scheduler reports for the node; null if the pod fits.'),
  failures: z.array(traceStatus).describe('Every filter that fails on the node, not only the first.'),
  scores: z
    .array(
      objectType('TraceScore', 'The score of one score plugin for a node.', {
        plugin: z.string().describe('The plugin.'),
        ...points,
      }),
    )
    .describe('The scores; empty if the pod does not fit.'),
  total: large.nullable().describe('Sum of the weighted scores, an integer; null if the pod does not fit.'),
  rank: count
    .nullable()
    .describe('1 for the highest total; equal totals have the same rank. Null if the pod does not fit.'),
});

const scorePlugin = objectType('ScorePlugin', 'A score plugin that ran.', {
  name: z.string().describe('Its name.'),
  weight: count.describe('The weight of its scores.'),
});

export const tracePage = z
  .object({
    decision: decisionSchema,
    filterPlugins: z.array(z.string()).describe('The filters of the profile, in order.'),
    scorePlugins: z.array(scorePlugin).describe('The score plugins that ran, in order; empty if no node is feasible.'),
    items: z.array(traceRow),
    nextPageToken: z.string().optional(),
    redacted,
  })
  .meta({ id: 'TracePage', description: 'A page of the trace of a decision: one row for each node.' });
