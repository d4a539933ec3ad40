import { ArgsType, Int } from '@nestjs/graphql';
import { OverviewService } from '#cluster';
import { SearchService } from '#questions';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { argsOf, connectionOf, typeOf } from '../../ground/graphql/index.js';
import { momentQuery, withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { SearchHitModel } from './overview.model.js';
import {
  clusterNamespace,
  labelKeysArgs,
  labelKeysQuery,
  labelKeysSchema,
  namespacePage,
  namespacesQuery,
  searchArgs,
  searchHits,
  searchQuery,
  statesSchema,
} from './overview.schema.js';

const tag = 'clusters';
const permission = inNamespace('viewer');
const uses = { overview: OverviewService };
const problems = [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.TOO_MANY_REQUESTS];

@ArgsType()
class LabelKeysArgs extends argsOf(labelKeysArgs, { values: { type: () => Int, defaultValue: 10 } }) {}
@ArgsType()
class SearchArgs extends argsOf(searchArgs, { first: { type: () => Int, defaultValue: 20 } }) {}

const ClusterNamespaceConnection = connectionOf<object>(clusterNamespace, {
  name: 'ClusterNamespace',
  what: 'a namespace',
  counted: false,
});

export const getStates = operation({
  name: 'getStates',
  route: 'GET /v1/clusters/:cluster/states',
  tag,
  permission,
  summary: 'Count nodes and pods by state',
  description: 'Numbers of nodes and pods in states that need attention.',
  uses,
  query: momentQuery,
  answer: { status: 200, description: 'The counts.', schema: statesSchema },
  problems,
  run: ({ overview }, { caller, path, query }) => overview.states(caller, { ...path, ...query }),
}).field({ on: () => ClusterModel, name: 'states', type: typeOf(statesSchema), asked: ({ place }) => place });

export const listLabelKeys = operation({
  name: 'listLabelKeys',
  route: 'GET /v1/clusters/:cluster/label-keys',
  tag,
  permission,
  summary: 'List keys of labels',
  description:
    'Keys of labels of all nodes or all pods, by key, with their most frequent values, for grouping and selecting.',
  uses,
  query: labelKeysQuery,
  answer: { status: 200, description: 'The keys.', schema: labelKeysSchema },
  problems,
  run: ({ overview }, { caller, path: { cluster }, query: { at, ...asked } }) =>
    overview.labelKeys(caller, withoutUndefined({ cluster, at }), asked),
  show: (items) => ({ items }),
}).field({
  on: () => ClusterModel,
  name: 'labelKeys',
  description: "The keys of the labels of its nodes or pods, by key. Costs 5,000 objects of the query's limit.",
  type: typeOf(labelKeysSchema.shape.items),
  args: LabelKeysArgs,
  asked: ({ place }, args) => ({ ...place, ...args }),
});

export const listNamespaces = operation({
  name: 'listNamespaces',
  route: 'GET /v1/clusters/:cluster/namespaces',
  tag,
  permission,
  summary: 'List namespaces with numbers of pods',
  description: 'By name. api/v1/namespaces lists the objects.',
  uses,
  query: namespacesQuery,
  answer: { status: 200, description: 'A page of namespaces.', schema: namespacePage },
  problems,
  pages: { place: z.string(), inTime: true },
  run: ({ overview }, { caller, path, query, page }) => overview.namespaces(caller, { ...path, ...query }, page),
}).connection({
  on: () => ClusterModel,
  name: 'namespaces',
  description: 'Its namespaces by name, with numbers of pods.',
  type: () => ClusterNamespaceConnection,
  list: 'namespaces',
  parts: ['text'],
  forward: true,
  placeOf: ([place = '']) => place,
  partsOf: ({ name }) => [name],
  asked: ({ place }) => place,
  node: (namespace) => namespace,
});

export const search = operation({
  name: 'search',
  route: 'GET /v1/clusters/:cluster/search',
  tag,
  permission,
  summary: 'Search by name or id',
  description:
    'Finds objects by a part of their name (`shop/api` in a namespace) or by uid; runs, decisions and revisions by ' +
    'id. Exact matches come first, then names that begin with the text, then names that contain it; each by kind, ' +
    'namespace and name.',
  uses: { searches: SearchService },
  query: searchQuery,
  answer: { status: 200, description: 'The result.', schema: searchHits },
  problems,
  run: ({ searches }, { caller, path: { cluster }, query: { at, first: limit, ...asked } }) =>
    searches.search(caller, withoutUndefined({ cluster, at }), { ...asked, limit }),
  show: (items) => ({ items }),
}).field({
  on: () => ClusterModel,
  name: 'search',
  type: () => [SearchHitModel],
  args: SearchArgs,
  asked: ({ place }, args) => ({ ...place, ...args }),
  show: (hits, { place }) => hits.map((hit) => new SearchHitModel(place, hit)),
});
