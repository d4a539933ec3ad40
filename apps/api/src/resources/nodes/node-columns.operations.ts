import { ArgsType } from '@nestjs/graphql';
import { CapacityService } from '#history';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { argsOf, typeOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { DEFAULT_RESOURCES, nodeColumnsArgs, nodeColumnsQuery, nodeColumnsSchema } from './node-columns.schema.js';

@ArgsType()
class NodeColumnsArgs extends argsOf(nodeColumnsArgs, {
  labels: { defaultValue: [] },
  resources: { defaultValue: DEFAULT_RESOURCES },
}) {}

export const getNodeColumns = operation({
  name: 'getNodeColumns',
  route: 'GET /v1/clusters/:cluster/node-columns',
  tag: 'clusters',
  permission: inNamespace('viewer'),
  summary: 'Read all nodes as columns',
  description:
    'For a map of nodes: all nodes in one answer, with flags, numbers of pods, and the requested labels ' +
    'and resources. api/v1/nodes lists whole nodes.',
  uses: { capacity: CapacityService },
  query: nodeColumnsQuery,
  answer: { status: 200, description: 'The columns.', schema: nodeColumnsSchema },
  run: ({ capacity }, { caller, path: { cluster }, query: { at, labels = [], resources = DEFAULT_RESOURCES } }) =>
    capacity.columnsOfNodes(caller, withoutUndefined({ cluster, at }), { labels, resources }),
}).field({
  on: () => ClusterModel,
  name: 'nodeColumns',
  description: "All nodes as columns, in one answer, for a map of nodes. Costs 5,000 objects of the query's limit.",
  type: typeOf(nodeColumnsSchema),
  args: NodeColumnsArgs,
  asked: ({ place }, args) => ({ ...place, ...args }),
});
