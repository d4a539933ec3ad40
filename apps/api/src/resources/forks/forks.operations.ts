import { ClusterService, listPlace } from '#cluster';
import { ForkService } from '#history';
import { z } from 'zod';
import {
  clusterListQuery,
  ClusterConnection,
  ClusterModel,
  ClusterMutationInput,
  clusterPage,
  clusterRef,
  clusterSchema,
  clusterTag,
} from '../clusters/index.js';
import { inNamespace, inWholeTeam } from '../../ground/caller/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { forkBody } from './fork.schema.js';

const tag = 'clusters';

export const listForks = operation({
  name: 'listForks',
  route: 'GET /v1/clusters/:cluster/forks',
  tag,
  permission: inNamespace('viewer'),
  summary: 'List forks',
  description: 'The existing clusters that were forked from this one, by name, without forks of forks.',
  uses: { clusters: ClusterService },
  query: clusterListQuery,
  answer: { status: 200, description: 'A page of clusters.', schema: clusterPage },
  pages: { place: z.string() },
  run: ({ clusters }, { caller, path: { cluster }, page }) => clusters.forks(caller, cluster, page),
}).connection({
  on: () => ClusterModel,
  name: 'forks',
  description: 'The existing clusters that were forked from it, by name; the same at every moment.',
  type: () => ClusterConnection,
  list: 'forks',
  parts: ['text'],
  placeOf: ([place = '']) => place,
  partsOf: (cluster) => [listPlace(cluster)],
  asked: ({ uid }) => ({ cluster: uid }),
  node: (cluster) => new ClusterModel(cluster),
});

export const forkCluster = operation({
  name: 'forkCluster',
  route: 'POST /v1/clusters/:cluster/forks',
  tag,
  permission: inWholeTeam('editor'),
  summary: 'Fork a cluster',
  description:
    'Creates a cluster with the present or a past state of this one. Its positions and revisions continue ' +
    'from there; later writes to either cluster do not affect the other. Only the state is copied: ' +
    'earlier decisions, runs and changes stay with this cluster.',
  uses: { forks: ForkService },
  body: forkBody,
  example: { name: 'prod-what-if', at: 'revision:42' },
  answer: { status: 201, description: 'The fork.', schema: clusterSchema },
  problems: [ErrorCode.CLUSTER_NAME_TAKEN, ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.TOO_MANY_REQUESTS],
  key: true,
  run: ({ forks }, { caller, path: { cluster }, body, terms }) => {
    const request = { cluster, ...withoutUndefined(body) };
    return forks.fork(caller, request, terms(request).idempotency);
  },
  headers: (fork) => ({ ...clusterTag(fork), location: `/v1/clusters/${fork.id}` }),
}).mutation({
  input: {
    what: 'The cluster and the moment.',
    about: 'The cluster to fork, and the moment.',
    type: ClusterMutationInput,
  },
  path: ({ clusterId }) => ({ cluster: clusterRef(clusterId) }),
  payload: { cluster: { type: () => ClusterModel, what: 'The fork' } },
  changed: (fork) => ({ cluster: new ClusterModel(fork) }),
});
