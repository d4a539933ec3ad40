import type { Principal } from '#access';

const principals = new WeakMap<object, Principal>();

/** Notes who was authenticated for a request, or is its caller. */
export function notePrincipal(request: object, principal: Principal): void {
  principals.set(request, principal);
}

/** The principal of a request or a caller; undefined where the request was not authenticated. */
export function principalOf(request: object): Principal | undefined {
  return principals.get(request);
}
