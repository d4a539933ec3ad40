import type { Need } from '#database';

const DENIED = 'BERTH_DENIED';

/** What is asked for is there for the caller to see, and they may not do it. */
export class Denied extends Error {
  /** Which it keeps on its way from another thread. */
  readonly code = DENIED;
  readonly roles: readonly string[];
  /** Why those; empty where that needs no words. */
  readonly why: string;

  constructor({ roles }: Pick<Need, 'roles'>, why = '') {
    super(`this takes the role ${roles.join(' or ')}`);
    this.roles = roles;
    this.why = why;
  }

  static is(error: unknown): error is Denied {
    return (error as { readonly code?: unknown } | null | undefined)?.code === DENIED;
  }
}
