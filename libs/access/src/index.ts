export { administers, runsService } from './authority.js';
export { AdminKeyError, provideAdminKey } from './keys/admin-key.js';
export { isForLoopback, isLoopback } from './loopback.js';
export { keyText, KeyService, newKey, parseKey, type CreatedKey, type NewKey, type ShownKey } from './keys/index.js';
export {
  Authenticator,
  NoTeam,
  Unauthenticated,
  type AuthenticatorOptions,
  type GroupRole,
  type OidcSettings,
  type Principal,
} from './principals/index.js';
export { SharingService, type GrantRow, type NamespaceOwner, type NewGrant } from './sharing/index.js';
export {
  TeamService,
  type AccessList,
  type AccessPage,
  type MemberRow,
  type NewMember,
  type TeamRow,
} from './teams/index.js';
