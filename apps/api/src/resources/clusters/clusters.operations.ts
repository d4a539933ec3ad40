import { ID } from '@nestjs/graphql';
import { ClusterService, listPlace, type Cluster } from '#cluster';
import { ok } from '#requests';
import { z } from 'zod';
import { inCluster, inNamespace, inTeam, inWholeTeam } from '../../ground/caller/index.js';
import { momentQuery, withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { CLUSTER_ID, clusterRef } from './cluster-id.js';
import {
  clusterListQuery,
  clusterName,
  clusterPage,
  clusterSchema,
  clusterSettings,
  creationSettings,
} from './cluster.schema.js';
import { clusterTag } from './cluster-tag.js';
import { ClusterMutationInput } from './clusters.inputs.js';
import { ClusterConnection, ClusterModel } from './clusters.model.js';
import { givenSettings } from './given-settings.js';

const tag = 'clusters';
const uses = { clusters: ClusterService };
const answer = { status: 200, description: 'The cluster.', schema: clusterSchema };
const path = ({ clusterId }: ClusterMutationInput) => ({ cluster: clusterRef(clusterId) });
const changed = (cluster: Cluster) => ({ cluster: new ClusterModel(cluster) });

export const createCluster = operation({
  name: 'createCluster',
  route: 'POST /v1/clusters',
  tag,
  permission: inWholeTeam('editor'),
  summary: 'Create a cluster',
  description: 'Creates an empty cluster with its own log.',
  uses,
  body: z
    .strictObject({ name: clusterName, ...clusterSettings, ...creationSettings })
    .meta({ id: 'ClusterInput', description: 'A cluster to create.' }),
  example: { name: 'prod' },
  answer: { ...answer, status: 201 },
  problems: [ErrorCode.CLUSTER_NAME_TAKEN],
  key: true,
  conditions: true,
  run: ({ clusters }, { caller, body: { name, ...rest }, terms }) => {
    const settings = { name, ...givenSettings(rest) };
    return clusters.create(caller, settings, terms({ ...settings }));
  },
  headers: (cluster) => ({ ...clusterTag(cluster), location: `/v1/clusters/${cluster.id}` }),
}).mutation({
  input: { what: 'The cluster.', about: 'A cluster to create.' },
  payload: { cluster: { type: () => ClusterModel, what: 'The new cluster' } },
  changed,
});

export const listClusters = operation({
  name: 'listClusters',
  route: 'GET /v1/clusters',
  tag,
  permission: inTeam('viewer'),
  summary: 'List clusters',
  description: 'The clusters of the team, by name.',
  uses,
  query: clusterListQuery,
  answer: { status: 200, description: 'A page of clusters.', schema: clusterPage },
  pages: { place: z.string() },
  run: async ({ clusters }, { caller, page }) => ok(await clusters.list(caller, page)),
}).connection({
  on: 'Query',
  name: 'clusters',
  type: () => ClusterConnection,
  list: 'clusters',
  parts: ['text'],
  placeOf: ([place = '']) => place,
  partsOf: (cluster) => [listPlace(cluster)],
  asked: () => ({}),
  node: (cluster) => new ClusterModel(cluster),
});

export const getCluster = operation({
  name: 'getCluster',
  route: 'GET /v1/clusters/:cluster',
  tag,
  permission: inNamespace('viewer'),
  summary: 'Read a cluster',
  description:
    'By id or name. At a moment: its revision, position and counts at that time; name and settings are the ' +
    'present ones.',
  uses,
  query: momentQuery,
  answer,
  lasts: ({ query }) => (query['at'] === undefined ? 'cluster' : 'changing'),
  run: ({ clusters }, { caller, path: { cluster }, query }) => clusters.get(caller, { cluster, ...query }),
  headers: clusterTag,
});

export const updateCluster = operation({
  name: 'updateCluster',
  route: 'PATCH /v1/clusters/:cluster',
  tag,
  permission: inCluster('editor'),
  summary: 'Change a cluster',
  description:
    'Its name and its settings, which take effect from now on. Absent fields stay unchanged; the id never changes.',
  uses,
  body: z
    .strictObject({ name: clusterName.optional(), ...clusterSettings })
    .refine((change) => Object.keys(change).length > 0, 'must contain at least one change')
    .meta({ id: 'ClusterChange', description: 'Changes of a cluster; absent fields stay unchanged.' }),
  example: { name: 'prod-eu', traceBudget: { keep: 'top', nodes: 100 } },
  answer,
  problems: [ErrorCode.CLUSTER_NAME_TAKEN],
  key: true,
  conditions: true,
  run: ({ clusters }, { caller, path: { cluster }, body: { name, ...rest }, terms }) => {
    const settings = { ...withoutUndefined({ name }), ...givenSettings(rest) };
    return clusters.update(caller, cluster, settings, terms({ cluster, ...settings }));
  },
  headers: clusterTag,
}).mutation({
  input: {
    what: 'The change.',
    about: 'Changes of a cluster; absent fields stay unchanged.',
    type: ClusterMutationInput,
  },
  path,
  payload: { cluster: { type: () => ClusterModel, what: 'The changed cluster' } },
  changed,
});

export const deleteCluster = operation({
  name: 'deleteCluster',
  route: 'DELETE /v1/clusters/:cluster',
  tag,
  permission: inCluster('admin'),
  summary: 'Delete a cluster',
  description:
    'Deletes the cluster with all its objects. Its log stays in the database and cannot be read; its name ' +
    'can be used again.',
  uses,
  answer: { status: 204, description: 'Deleted.' },
  key: true,
  conditions: true,
  run: ({ clusters }, { caller, path: { cluster }, terms }) => clusters.delete(caller, cluster, terms({ cluster })),
}).mutation({
  input: { what: 'The cluster.', about: 'A cluster to delete.', type: ClusterMutationInput },
  path,
  payload: { deletedClusterId: { type: () => ID, what: 'Global id of the deleted cluster' } },
  changed: ({ id }) => ({ deletedClusterId: CLUSTER_ID.write({ cluster: id }) }),
});
