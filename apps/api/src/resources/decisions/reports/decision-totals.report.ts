import { Float, ID } from '@nestjs/graphql';
import { DECISION_REPORTS } from '#audit';
import { z } from 'zod';
import { objectType, shown, words } from '../../../ground/graphql/index.js';
import { publishedAs } from '../../../ground/http/index.js';
import { ErrorCode } from '../../../ground/outcome/index.js';
import { runRef } from '../../scheduling/index.js';
import { decisionOutcome } from '../decision.schema.js';
import { decisionReport } from './decision-report.js';

const count = shown(z.number().int(), { type: () => Float });

const obstacles = objectType(
  'DecisionObstacles',
  "Number of attempts by how the group's plugin, reason or resource rejected nodes.",
  {
    first: count.describe('Attempts in which it was the first failure on at least one node.'),
    any: count.describe('Attempts in which it failed on at least one node.'),
    sole: count.describe('Attempts in which on at least one node no other plugin failed.'),
    only: count.describe(
      'Attempts in which on at least one node it was the only reason of the only failing plugin: without it ' +
        'the pod fits.',
    ),
    alone: count.describe('Attempts in which no node was rejected for anything else.'),
  },
);

const nodes = objectType(
  'RejectedNodes',
  'Number of rejected nodes, summed over attempts and over the reasons of the group. A node that a plugin ' +
    'rejected for two reasons counts for both.',
  {
    first: count.describe('Nodes for which it is the first failure.'),
    any: count.describe('Nodes that it rejected at all.'),
    sole: count.describe('Nodes that only this plugin rejected, for any reasons.'),
    only: count.describe('Nodes that only this plugin rejected, for one reason only: without it the pod fits.'),
  },
);

const order = words(
  'DecisionTotalsOrder',
  'The order of groups, highest first. All values except `attempts` require a plugin, a reason or a resource.',
  {
    attempts: 'By the number of attempts.',
    first: '`obstacles.first`.',
    any: '`obstacles.any`.',
    sole: '`obstacles.sole`.',
    only: '`obstacles.only`.',
    alone: '`obstacles.alone`.',
    nodesFirst: '`nodes.first`.',
    nodesAny: '`nodes.any`.',
    nodesSole: '`nodes.sole`.',
    nodesOnly: '`nodes.only`.',
  },
);

/** Decisions, counted. */
export const countDecisions = decisionReport({
  name: 'countDecisions',
  path: 'decision-totals',
  field: 'decisionTotals',
  summary: 'Count decisions',
  description: 'Counts of decisions, from daily sums, which include the latest decisions.',
  report: DECISION_REPORTS.totals,
  problems: [ErrorCode.RUN_NOT_FOUND],
  by: words('DecisionTotalsBy', 'What decisions are counted by.', {
    day: 'By day, UTC.',
    week: 'By week from Monday, UTC.',
    month: 'By month, UTC.',
    namespace: 'By namespace of the pod.',
    outcome: 'By outcome of the attempt.',
    profile: 'By name of the scheduler profile.',
    plugin: 'By the filter that rejected nodes; excludes decisions in which no filter did.',
    reason: 'By the reason for which nodes were rejected; excludes decisions without reasons.',
    resource: 'By the exhausted resource; excludes decisions without one.',
  }),
  fromGraphql: ({ run, ...args }) => ({ ...args, run: typeof run === 'string' ? runRef(run) : run }),
  groups: {
    namespace: 'Namespace of the pods',
    outcome: 'Outcome of the attempts',
    profile: 'Name of the profile',
    plugin: 'The filter that rejected nodes',
    reason: 'The reason as reported by kube-scheduler',
    resource: 'The resource that was exhausted',
  },
  filter: {
    namespace: z.string().optional().describe('Only pods of this namespace.'),
    outcome: decisionOutcome
      .optional()
      .describe(
        'Only this outcome. Default: all outcomes; when grouping or filtering by plugin, reason or ' +
          'resource, all outcomes except `scheduled`, unless `groupBy` contains `outcome`.',
      ),
    profile: z
      .string()
      .optional()
      .describe('Only the profile of this name. Counts by plugin, reason or resource are not stored per profile.'),
    plugin: z.string().optional().describe('Only decisions in which this filter rejected a node.'),
    reason: z.string().optional().describe('Only decisions in which a node was rejected for this reason.'),
    run: shown(
      z.string().optional().describe('Only this run. The whole run is counted, without `since` and `until`.'),
      { type: () => ID },
    ),
  },
  order: {
    orderBy: order
      .optional()
      .describe(
        'The order of the groups, highest first. All values except `attempts` require a plugin, a reason ' +
          'or a resource. Default: by the values of the groups.',
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
  },
  row: {
    name: 'DecisionTotals',
    about: 'Counts of decisions with the same values of `groupBy`.',
    what: 'a group of decisions',
    shape: {
      attempts: count.describe('Number of decisions. An attempt counts once in each group.'),
      pods: count
        .nullable()
        .describe(
          'Number of distinct pods, by uid, in these attempts. Exact, and not additive over groups. Null ' +
            'if the group includes archived attempts from before pods were recorded.',
        ),
      obstacles: obstacles.describe(
        "Number of attempts by how the group's plugin, reason or resource rejected nodes; 0 if the group has none.",
      ),
      nodes: nodes.describe(
        'Number of nodes rejected in this way, summed over attempts and over the reasons of the group. A ' +
          'node that a plugin rejected for two reasons counts for both.',
      ),
    },
  },
  page: { id: 'DecisionTotalsPage', description: 'Counts of attempts and pods: one row for each group.' },
});
