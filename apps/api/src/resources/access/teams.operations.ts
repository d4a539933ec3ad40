import { TeamService } from '#access';
import { ok } from '#requests';
import { typeOf } from '../../ground/graphql/index.js';
import { inTeam, inWholeTeam } from '../../ground/caller/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { MemberMutationInput, TeamMutationInput } from './access.inputs.js';
import {
  AccessLogConnection,
  AccessLogEntryModel,
  MemberConnection,
  TeamConnection,
  TeamModel,
  teamRef,
} from './access.model.js';
import {
  accessEntrySchema,
  listQuery,
  memberBody,
  memberSchema,
  pageOf,
  teamBody,
  teamSchema,
} from './access.schema.js';
import { PLACES } from './places.js';
import { shownList, shownMember, shownTeam } from './shown.js';

const tag = 'access';
const uses = { teams: TeamService };
const permission = inTeam('admin');

export const listTeams = operation({
  name: 'listTeams',
  route: 'GET /v1/teams',
  tag,
  permission,
  summary: 'List teams',
  description: "Teams by name: the caller's team; for admins of the default team, which runs the service, all teams.",
  uses,
  query: listQuery,
  answer: { status: 200, description: 'A page of teams.', schema: pageOf(teamSchema, 'TeamPage') },
  pages: { place: PLACES.text },
  run: async ({ teams }, { caller, page }) => ok(shownList(await teams.list(caller, page), shownTeam)),
}).connection({
  on: 'Query',
  name: 'teams',
  type: () => TeamConnection,
  list: 'teams',
  parts: ['text'],
  forward: true,
  placeOf: ([place = '']) => place,
  partsOf: ({ name }) => [name],
  asked: () => ({}),
  node: (team) => new TeamModel(team),
});

export const createTeam = operation({
  name: 'createTeam',
  route: 'POST /v1/teams',
  tag,
  permission: 'service',
  summary: 'Create a team',
  description:
    'Creates a team. Requires `admin` in the default team, which runs the service. The new team has no members, keys ' +
    'or clusters.',
  uses,
  body: teamBody,
  example: { name: 'shop' },
  answer: { status: 201, description: 'The team.', schema: teamSchema },
  problems: [ErrorCode.TEAM_NAME_TAKEN],
  run: ({ teams }, { caller, body: { name } }) => teams.create(caller, name),
  show: shownTeam,
}).mutation({
  input: { what: 'The team.', about: 'A team to create.' },
  payload: { team: { type: () => TeamModel, what: 'The new team' } },
  changed: (team) => ({ team: new TeamModel(shownTeam(team)) }),
});

export const listMembers = operation({
  name: 'listMembers',
  route: 'GET /v1/teams/:team/members',
  tag,
  permission,
  summary: 'List members',
  description: 'The members of the team, oldest first.',
  uses,
  query: listQuery,
  answer: { status: 200, description: 'A page of members.', schema: pageOf(memberSchema, 'MemberPage') },
  problems: [ErrorCode.TEAM_NOT_FOUND],
  pages: { place: PLACES.id },
  run: async ({ teams }, { caller, path: { team }, page }) => {
    const found = await teams.members(caller, team, page);
    return found.refused ? found : ok(shownList(found.value, shownMember));
  },
}).connection({
  on: () => TeamModel,
  name: 'members',
  type: () => MemberConnection,
  list: 'members',
  parts: ['id'],
  forward: true,
  placeOf: ([place = '']) => place,
  partsOf: ({ id }) => [id],
  asked: ({ uid }) => ({ team: uid }),
  node: (member) => member,
});

export const addMember = operation({
  name: 'addMember',
  route: 'POST /v1/teams/:team/members',
  tag,
  permission,
  summary: 'Add a member',
  description:
    'Adds a user to a team by the issuer and subject of their tokens. Granting `auditor` requires `auditor`.',
  uses,
  body: memberBody,
  example: { issuer: 'https://id.example', subject: 'ann', roles: ['editor'] },
  answer: { status: 201, description: 'The member.', schema: memberSchema },
  problems: [ErrorCode.TEAM_NOT_FOUND, ErrorCode.MEMBER_EXISTS],
  run: ({ teams }, { caller, path: { team }, body }) => teams.addMember(caller, team, body),
  show: shownMember,
}).mutation({
  input: { what: 'The person.', about: 'A user to add to a team.', type: TeamMutationInput },
  path: ({ teamId }) => ({ team: teamRef(teamId) }),
  payload: { member: { type: typeOf(memberSchema), what: 'The new member' } },
  changed: (member) => ({ member: shownMember(member) }),
});

export const removeMember = operation({
  name: 'removeMember',
  route: 'DELETE /v1/teams/:team/members/:member',
  tag,
  permission,
  summary: 'Remove a member',
  description: 'Removes a member from a team. Within seconds the service refuses their tokens for the team.',
  uses,
  answer: { status: 204, description: 'The member is removed.' },
  problems: [ErrorCode.TEAM_NOT_FOUND, ErrorCode.MEMBER_NOT_FOUND],
  run: ({ teams }, { caller, path: { team, member } }) => teams.removeMember(caller, team, member),
}).mutation({
  input: { what: 'The member.', about: 'A member to remove.', type: MemberMutationInput },
  path: ({ teamId, memberId }) => ({ team: teamRef(teamId), member: memberId }),
  payload: { member: { type: typeOf(memberSchema), what: 'The removed member' } },
  changed: (member) => ({ member: shownMember(member) }),
});

export const listAccessLog = operation({
  name: 'listAccessLog',
  route: 'GET /v1/access-log',
  tag,
  permission: inWholeTeam('auditor'),
  summary: 'List changes of permissions',
  description:
    "Grants and revocations, newest first, of the caller's team and its clusters; for admins of the default team, of " +
    'all teams. Every entry contains the hash of the previous one, and verification checks all of them.',
  uses,
  query: listQuery,
  answer: { status: 200, description: 'A page of entries.', schema: pageOf(accessEntrySchema, 'AccessLogPage') },
  pages: { place: PLACES.position },
  run: async ({ teams }, { caller, page }) => ok(await teams.log(caller, page)),
}).connection({
  on: 'Query',
  name: 'accessLog',
  type: () => AccessLogConnection,
  list: 'access-log',
  parts: ['position'],
  forward: true,
  placeOf: ([place = '']) => place,
  partsOf: ({ sequence }) => [sequence],
  asked: () => ({}),
  node: (entry) => new AccessLogEntryModel(entry),
});
