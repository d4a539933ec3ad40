export { heavily, isSystem, ROLES, SYSTEM_ROLE, type Caller, type Need, type Role } from '#database';
export { monitorsService, runsService, ONLY_AUDITORS } from './authority.js';
export { SignedLinks, type LinkedFile, type LinkHolder } from './links/index.js';
export { isForLoopback, isLoopback } from './loopback.js';
export {
  AdminKeyError,
  keyText,
  KeyService,
  newKey,
  parseKey,
  provideAdminKey,
  type CreatedKey,
  type ShownKey,
} from './keys/index.js';
export {
  Authenticator,
  NoTeam,
  Unauthenticated,
  type AuthenticatorOptions,
  type GroupRole,
  type Principal,
} from './principals/index.js';

export {
  DEFAULT_TEAM_ID,
  TeamService,
  type AccessList,
  type AccessPage,
  type MemberRow,
  type TeamRow,
  findTeam,
  isId,
  listOf,
} from './teams/index.js';
export {
  ALL_IN_SIGHT,
  inSight,
  objectInSight,
  sees,
  type Sight,
  holds,
  bringNamespaceTeams,
  giveNamespace,
  hasNamespace,
  hasWholeSight,
  ownerOfNamespace,
  sightOf,
  type SightColumns,
  accessTo,
  demand,
  meetsNeed,
  requireWhole,
  type Access,
  type AccessFacts,
  namespacesMade,
  rolesIn,
  takenNamespaces,
  withUnseen,
  held,
  seenManifest,
  seesObject,
  seenObject,
} from './visibility/index.js';
export {
  type AccessEntry,
  type AccessLogEnd,
  accessEntryHash,
  accessEntryHashAt,
  accessLogEnd,
  accessStateDigest,
  accessVersion,
  lockAccess,
  logAccess,
  noteSecretDigests,
} from './access-log/index.js';
export { readAccess } from './read-access.js';
export { writeAccess } from './write-access.js';
