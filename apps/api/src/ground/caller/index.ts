export { AccessGuard } from './access.guard.js';
export { authenticateRequests, refuseKeyInUrl } from './authenticate.js';
export { Caller } from './caller.decorator.js';
export { callerOf, withNeed, type IncomingRequest } from './caller-of.js';
export { Identity } from './identity.js';
export { goneOf, noteAnswer } from './gone.js';
export { callerIn, callerOfOperation } from './request-in.js';
export { notePrincipal, principalOf } from './principals.js';
export { Operation, operationOf } from './operation.decorator.js';
export { checkPermissions, operationsOf, PermissionCheck } from './permission-check.js';
export {
  inCluster,
  inNamespace,
  inTeam,
  inWholeTeam,
  permit,
  PERMISSIONS,
  type Permission,
  type Permissions,
} from './permissions.js';
export { SYSTEM } from './system-caller.js';
