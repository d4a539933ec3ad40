export {
  ACCESS_TOPIC,
  listOf,
  openTeam,
  sorted,
  TeamService,
  type AccessList,
  type AccessPage,
  type NewMember,
} from './team.service.js';
export { findTeam, isId, membershipsOf, teamsNamed, type MemberRow, type TeamRow } from './team.store.js';
export { DEFAULT_TEAM_ID } from './default-team.js';
