import type { Caller, Need } from '#database';

const EDITING: Need = { roles: ['editor'], in: 'namespace' };

/**
 * The caller of a write that shares its operation with bindings: it takes more than a scheduler has. Callers inside the
 * service need nothing.
 */
export function asEditor(caller: Caller): Caller {
  return caller.need === undefined ? caller : { ...caller, need: EDITING };
}
