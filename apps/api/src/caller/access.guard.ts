import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Permissions } from './permissions.js';
import { callerIn, note, operationIn } from './request-in.js';

/**
 * The one place that says who may do what: it stands before every route, and before every
 * field of GraphQL's root types.
 */
export class AccessGuard implements CanActivate {
  readonly #permissions: ReadonlyMap<string, Permissions[string]>;

  constructor(permissions: Permissions) {
    this.#permissions = new Map(Object.entries(permissions));
  }

  canActivate(context: ExecutionContext): boolean {
    const caller = callerIn(context);
    const operation = operationIn(context);
    note(context, { operation, actor: caller.actor });
    const mayDo = this.#permissions.get(operation);
    return mayDo === undefined || mayDo(caller);
  }
}
