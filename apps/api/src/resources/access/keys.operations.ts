import { KeyService } from '#access';
import { ok } from '#requests';
import { clusterRef } from '../clusters/index.js';
import { inTeam } from '../../ground/caller/index.js';
import { UNCACHED, withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { KeyMutationInput, TeamMutationInput } from './access.inputs.js';
import { ApiKeyConnection, ApiKeyModel, TeamModel, teamRef } from './access.model.js';
import { createdKeySchema, keyBody, keySchema, listQuery, pageOf } from './access.schema.js';
import { PLACES } from './places.js';
import { createdKey, shownKey, shownList } from './shown.js';

const tag = 'access';
const uses = { keys: KeyService };
const permission = inTeam('admin');

export const listKeys = operation({
  name: 'listKeys',
  route: 'GET /v1/teams/:team/keys',
  tag,
  permission,
  summary: 'List keys',
  description: 'The keys of the team by id, without their secrets; includes revoked and expired keys.',
  uses,
  query: listQuery,
  answer: { status: 200, description: 'A page of keys.', schema: pageOf(keySchema, 'ApiKeyPage') },
  problems: [ErrorCode.TEAM_NOT_FOUND],
  pages: { place: PLACES.text },
  run: async ({ keys }, { caller, path: { team }, page }) => {
    const found = await keys.list(caller, team, page);
    return found.refused ? found : ok(shownList(found.value, shownKey));
  },
}).connection({
  on: () => TeamModel,
  name: 'keys',
  type: () => ApiKeyConnection,
  list: 'keys',
  parts: ['text'],
  forward: true,
  placeOf: ([place = '']) => place,
  partsOf: ({ id }) => [id],
  asked: ({ uid }) => ({ team: uid }),
  node: (key) => new ApiKeyModel(key),
});

export const createKey = operation({
  name: 'createKey',
  route: 'POST /v1/teams/:team/keys',
  tag,
  permission,
  summary: 'Create a key',
  description:
    'Creates a key. Only this answer contains the key: the service stores the hash of its secret. To replace a key, ' +
    'create another one of the same name, and revoke the old one when no client uses it any more.',
  uses,
  body: keyBody,
  example: { name: 'ci', roles: ['editor', 'scheduler'] },
  answer: { status: 201, description: 'The key.', schema: createdKeySchema },
  problems: [ErrorCode.TEAM_NOT_FOUND, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.KEY_NAME_TAKEN],
  run: ({ keys }, { caller, path: { team }, body }) => keys.create(caller, team, withoutUndefined(body)),
  headers: () => UNCACHED,
  show: createdKey,
}).mutation({
  input: { what: 'The key.', about: 'A key to create.', type: TeamMutationInput },
  path: ({ teamId }) => ({ team: teamRef(teamId) }),
  ids: ({ cluster }) => ({ cluster: cluster && clusterRef(cluster) }),
  fields: { cluster: 'Restricts the key to this cluster, by global id, plain id or name.' },
  payload: {
    apiKey: { type: () => ApiKeyModel, what: 'The new key' },
    key: { type: () => String, what: 'The key with its secret, which is not stored and not shown again' },
  },
  changed: ({ key, ...made }) => ({ apiKey: new ApiKeyModel(shownKey(made)), key }),
});

export const revokeKey = operation({
  name: 'revokeKey',
  route: 'DELETE /v1/teams/:team/keys/:key',
  tag,
  permission,
  summary: 'Revoke a key',
  description: 'Revokes a key by its id. Within 5 s every process refuses the key and closes its connections.',
  uses,
  answer: { status: 204, description: 'The key is revoked.' },
  problems: [ErrorCode.TEAM_NOT_FOUND, ErrorCode.KEY_NOT_FOUND],
  run: ({ keys }, { caller, path: { team, key } }) => keys.revoke(caller, team, key),
}).mutation({
  input: { what: 'The key.', about: 'A key to revoke.', type: KeyMutationInput },
  path: ({ teamId, keyId }) => ({ team: teamRef(teamId), key: keyId }),
  payload: { apiKey: { type: () => ApiKeyModel, what: 'The revoked key' } },
  changed: (key) => ({ apiKey: new ApiKeyModel(shownKey(key)) }),
});
