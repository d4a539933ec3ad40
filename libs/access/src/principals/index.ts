export { Authenticator, type AuthenticatorOptions, type GroupRole } from './authenticator.js';
export type { OidcSettings } from './oidc.js';
export { NoTeam, Unauthenticated, type Principal } from './principal.js';
