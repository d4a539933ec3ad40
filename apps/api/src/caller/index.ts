export { AccessGuard } from './access.guard.js';
export { Caller } from './caller.decorator.js';
export { callerOf, type IncomingRequest } from './caller-of.js';
export { goneOf, waitsFor } from './gone.js';
export { callerIn } from './request-in.js';
export { Operation, operationOf } from './operation.decorator.js';
export { PERMISSIONS, type Permission, type Permissions } from './permissions.js';
