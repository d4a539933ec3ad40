import { ArgsType, Field } from '@nestjs/graphql';
import { SharingService, type GrantRow } from '#cluster';
import { ok } from '#requests';
import { ClusterModel, clusterRef } from '../clusters/index.js';
import { inCluster, inNamespace } from '../../ground/caller/index.js';
import { typeOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { GrantMutationInput, NamespaceMutationInput, SharingMutationInput } from './access.inputs.js';
import { GrantConnection, teamRef } from './access.model.js';
import { grantBody, grantSchema, listQuery, ownerBody, ownerSchema, pageOf } from './access.schema.js';
import { PLACES } from './places.js';
import { shownGrant, shownList } from './shown.js';

const tag = 'access';
const uses = { sharing: SharingService };
const permission = inCluster('admin');
const TEAM = 'The team, by global id, plain id or name.';
const granted = (grant: GrantRow) => ({ grant: shownGrant(grant) });

@ArgsType()
class NamespaceArgs {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;
}

export const listGrants = operation({
  name: 'listGrants',
  route: 'GET /v1/clusters/:cluster/grants',
  tag,
  permission,
  summary: 'List grants',
  description: 'The roles of other teams in the cluster, oldest grant first.',
  uses,
  query: listQuery,
  answer: { status: 200, description: 'A page of grants.', schema: pageOf(grantSchema, 'GrantPage') },
  pages: { place: PLACES.id },
  run: async ({ sharing }, { caller, path: { cluster }, page }) => {
    const found = await sharing.grants(caller, cluster, page);
    return found.refused ? found : ok(shownList(found.value, shownGrant));
  },
}).connection({
  on: () => ClusterModel,
  name: 'grants',
  row: 'Cluster.grants',
  type: () => GrantConnection,
  list: 'grants',
  parts: ['id'],
  forward: true,
  placeOf: ([place = '']) => place,
  partsOf: ({ id }) => [id],
  asked: ({ uid }) => ({ cluster: uid }),
  node: (grant) => grant,
});

export const createGrant = operation({
  name: 'createGrant',
  route: 'POST /v1/clusters/:cluster/grants',
  tag,
  permission,
  summary: 'Grant a role',
  description:
    'Grants a team a role in a cluster or in a namespace of it. A member of that team may do there what the role ' +
    'allows, as far as their roles in their own team allow the same; an admin of that team may do all of ' +
    'it. Granting ' +
    '`auditor` requires `auditor`.',
  uses,
  body: grantBody,
  example: { team: 'shop', role: 'editor' },
  answer: { status: 201, description: 'The grant.', schema: grantSchema },
  problems: [ErrorCode.TEAM_UNKNOWN, ErrorCode.ALREADY_GRANTED],
  run: ({ sharing }, { caller, path: { cluster }, body }) => sharing.grant(caller, cluster, withoutUndefined(body)),
  show: shownGrant,
}).mutation({
  input: { what: 'The grant.', about: 'A role to grant to another team in a cluster.', type: SharingMutationInput },
  path: ({ clusterId }) => ({ cluster: clusterRef(clusterId) }),
  ids: ({ team }) => ({ team: team && teamRef(team) }),
  fields: { team: TEAM },
  payload: { grant: { type: typeOf(grantSchema), what: 'The new grant' } },
  changed: granted,
});

export const removeGrant = operation({
  name: 'removeGrant',
  route: 'DELETE /v1/clusters/:cluster/grants/:grant',
  tag,
  permission,
  summary: 'Revoke a grant',
  description: 'Revokes a grant: the team no longer has the role.',
  uses,
  answer: { status: 204, description: 'Deleted.' },
  problems: [ErrorCode.GRANT_NOT_FOUND],
  run: ({ sharing }, { caller, path: { cluster, grant } }) => sharing.takeBack(caller, cluster, grant),
}).mutation({
  input: { what: 'The grant.', about: 'A grant to revoke.', type: GrantMutationInput },
  path: ({ clusterId, grantId }) => ({ cluster: clusterRef(clusterId), grant: grantId }),
  payload: { grant: { type: typeOf(grantSchema), what: 'The revoked grant' } },
  changed: granted,
});

export const getNamespaceTeam = operation({
  name: 'getNamespaceTeam',
  route: 'GET /v1/clusters/:cluster/namespaces/:namespace/team',
  tag,
  permission: inNamespace('viewer'),
  summary: 'Read the team of a namespace',
  description: 'Default: the team of the cluster.',
  uses,
  answer: { status: 200, description: 'The team.', schema: ownerSchema },
  problems: [ErrorCode.OBJECT_NOT_FOUND],
  run: ({ sharing }, { caller, path: { cluster, namespace } }) => sharing.ownerOf(caller, cluster, namespace),
}).field({
  on: () => ClusterModel,
  name: 'namespaceTeam',
  description:
    'The team of a namespace; by default the team of the cluster. Null if the caller cannot see the namespace.',
  type: typeOf(ownerSchema),
  nullWhen: 'ObjectNotFound',
  args: NamespaceArgs,
  asked: ({ uid }, { namespace }) => ({ cluster: uid, namespace }),
});

export const setNamespaceTeam = operation({
  name: 'setNamespaceTeam',
  route: 'PUT /v1/clusters/:cluster/namespaces/:namespace/team',
  tag,
  permission,
  summary: 'Assign a namespace to a team',
  description:
    'Assigns a namespace to a team. The team sees it, and its members have there the roles that they have in the ' +
    'team, except `admin`.',
  uses,
  body: ownerBody,
  example: { team: 'shop' },
  answer: { status: 200, description: 'The team.', schema: ownerSchema },
  problems: [ErrorCode.TEAM_UNKNOWN],
  run: ({ sharing }, { caller, path: { cluster, namespace }, body: { team } }) =>
    sharing.give(caller, cluster, { namespace, team }),
}).mutation({
  input: { what: 'The namespace.', about: 'A namespace to assign to a team.', type: NamespaceMutationInput },
  path: ({ clusterId, namespace }) => ({ cluster: clusterRef(clusterId), namespace }),
  ids: ({ team }) => ({ team: team && teamRef(team) }),
  fields: { team: TEAM },
  payload: { namespaceTeam: { type: typeOf(ownerSchema), what: 'The namespace with its team' } },
  changed: (namespaceTeam) => ({ namespaceTeam }),
});
