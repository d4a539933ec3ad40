import { ArgsType, Int } from '@nestjs/graphql';
import { ActivityService } from '#history';
import { ok } from '#requests';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { argsOf, typeOf, type RequestField } from '../../ground/graphql/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import {
  activityAnswer,
  activityQuery,
  DEFAULT_BUCKETS,
  DEFAULT_BUCKETS_OF_NODES,
  historyAnswer,
  MOST_BUCKETS,
  MOST_BUCKETS_OF_NODES,
  nodesOverTimeAnswer,
  nodesOverTimeQuery,
  overTimeAnswer,
  overTimeQuery,
} from './activity.schema.js';
import { overTimeRows } from './over-time-rows.js';

const tag = 'log';
const permission = inNamespace('viewer');
const uses = { activity: ActivityService };
const problems = [ErrorCode.NOT_ACCEPTABLE, ErrorCode.TOO_MANY_REQUESTS];
const buckets = bucketsField(DEFAULT_BUCKETS, MOST_BUCKETS);

@ArgsType()
class BucketsArgs extends argsOf(activityQuery, { buckets }) {}
@ArgsType()
class OverTimeArgs extends argsOf(overTimeQuery, {
  buckets,
  resources: { type: () => [String], description: 'Only these resources. Default: all resources.' },
}) {}
@ArgsType()
class NodesOverTimeArgs extends argsOf(nodesOverTimeQuery, {
  buckets: bucketsField(DEFAULT_BUCKETS_OF_NODES, MOST_BUCKETS_OF_NODES),
  resource: { defaultValue: 'cpu' },
}) {}

export const readActivity = operation({
  name: 'readActivity',
  route: 'GET /v1/clusters/:cluster/activity',
  tag,
  permission,
  summary: 'Read activity over time',
  description:
    'Counts of revisions, changes and decisions in time buckets of equal length. All rows are returned at once.',
  uses,
  query: activityQuery,
  answer: { status: 200, description: 'One row for each bucket.', schema: activityAnswer },
  problems,
  run: ({ activity }, { caller, path: { cluster }, query }) => activity.activity(caller, cluster, query),
  show: (items) => ({ items }),
}).field({
  on: () => ClusterModel,
  name: 'activity',
  type: typeOf(activityAnswer.shape.items),
  args: BucketsArgs,
  asked: ({ uid }, args) => ({ cluster: uid, ...checked(args) }),
});

export const readUtilizationOverTime = operation({
  name: 'readUtilizationOverTime',
  route: 'GET /v1/clusters/:cluster/utilization-over-time',
  tag,
  permission,
  summary: 'Read utilization over time',
  description:
    'Utilization of all nodes together at the end of each of a number of equal time buckets: one row for each bucket ' +
    'and resource. All rows are returned at once.',
  uses,
  query: overTimeQuery,
  answer: { status: 200, description: 'One row for each bucket and resource.', schema: overTimeAnswer },
  problems,
  run: async ({ activity }, { caller, path: { cluster }, query: { resources, ...span } }) => {
    const found = await activity.utilization(caller, cluster, span);
    return found.refused ? found : ok(overTimeRows(found.value, resources));
  },
  show: (items) => ({ items }),
}).field({
  on: () => ClusterModel,
  name: 'utilizationOverTime',
  type: typeOf(overTimeAnswer.shape.items),
  args: OverTimeArgs,
  asked: ({ uid }, args) => ({ cluster: uid, ...checked(args) }),
});

export const readNodesOverTime = operation({
  name: 'readNodesOverTime',
  route: 'GET /v1/clusters/:cluster/nodes-over-time',
  tag,
  permission,
  summary: 'Read the utilization of nodes over time',
  description:
    'Utilization of each node of one resource at the end of each of a number of equal time buckets, all nodes in one ' +
    'answer.',
  uses,
  query: nodesOverTimeQuery,
  answer: { status: 200, description: 'The nodes.', schema: nodesOverTimeAnswer },
  run: ({ activity }, { caller, path: { cluster }, query }) => activity.nodes(caller, cluster, query),
}).field({
  on: () => ClusterModel,
  name: 'nodesOverTime',
  description:
    'Utilization of each node of one resource over time, all nodes in one answer. ' +
    "Costs 5,000 objects of the query's limit.",
  type: typeOf(nodesOverTimeAnswer),
  args: NodesOverTimeArgs,
  asked: ({ uid }, args) => ({ cluster: uid, ...checked(args, MOST_BUCKETS_OF_NODES) }),
});

export const readHistoryReach = operation({
  name: 'readHistoryReach',
  route: 'GET /v1/clusters/:cluster/history',
  tag,
  permission,
  summary: 'Read the bounds of the history',
  description: 'The oldest stored revision, the last revision, and the time up to which history is archived.',
  uses,
  answer: { status: 200, description: 'The bounds.', schema: historyAnswer },
  run: ({ activity }, { caller, path: { cluster } }) => activity.history(caller, cluster),
}).field({
  on: () => ClusterModel,
  name: 'history',
  type: typeOf(historyAnswer),
  asked: ({ uid }) => ({ cluster: uid }),
});

/** @throws RequestRefused for more or fewer buckets than there can be */
function checked<Args extends { readonly buckets: number | null }>(args: Args, most = MOST_BUCKETS): Args {
  const { buckets: count } = args;
  if (count !== null && count >= 1 && count <= most) return args;
  const message = `Invalid value: ${count}: must be between 1 and ${most}`;
  throw RequestRefused.invalid([{ field: 'buckets', reason: 'FieldValueInvalid', message }]);
}

function bucketsField(byDefault: number, most: number): RequestField {
  return { type: () => Int, defaultValue: byDefault, description: `Number of time buckets, 1 to ${most}.` };
}
