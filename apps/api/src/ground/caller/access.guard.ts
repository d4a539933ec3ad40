import { Denied } from '#requests';
import { holds, monitorsService, runsService, Unauthenticated, type Caller } from '#access';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Permission, Permissions } from './permissions.js';
import { callerIn, note, operationIn } from './request-in.js';

/**
 * The one place that says who may do what: it stands before every route, and before every field of GraphQL's root
 * types. What is needed in a cluster is looked at where the cluster is found: without it, it is not there.
 */
export class AccessGuard implements CanActivate {
  readonly #permissions: ReadonlyMap<string, Permission>;

  constructor(permissions: Permissions) {
    this.#permissions = new Map(Object.entries(permissions));
  }

  /** @throws Unauthenticated, Denied */
  canActivate(context: ExecutionContext): boolean {
    const caller = callerIn(context);
    const operation = operationIn(context);
    note(context, { operation, actor: caller.actor });
    const permission = this.#permissions.get(operation);
    if (permission === undefined) throw new Error(`the operation ${operation} has no row in the table of permissions`);
    admit(permission, caller);
    return true;
  }
}

function admit(permission: Permission, caller: Caller): void {
  if (permission === 'everybody') return;
  if (caller.roles.length === 0) throw new Unauthenticated();
  if (permission === 'service') {
    if (!runsService(caller)) throw new Denied({ roles: ['admin'] }, RUNS_SERVICE);
    return;
  }
  if (permission === 'monitoring') {
    if (!monitorsService(caller)) throw new Denied({ roles: ['monitor'] }, RUNS_SERVICE);
    return;
  }
  if (permission.in === 'team' && !permission.roles.some((role) => holds(caller).includes(role)))
    throw new Denied(permission);
  if (permission.isWide === true && caller.only !== undefined) throw new Denied(permission, ONLY);
}

const RUNS_SERVICE = 'in the team `default`, which runs the service';
const ONLY = 'a key for one cluster has no permissions outside that cluster';
