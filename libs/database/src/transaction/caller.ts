/** The roles that there are, in the order in which they are shown. `auditor` is independent of `admin`. */
export const ROLES = ['viewer', 'editor', 'scheduler', 'mirror', 'monitor', 'auditor', 'admin'] as const;

/** What a caller may do in a team, a cluster or a namespace. */
export type Role = (typeof ROLES)[number];

/** The role of the service itself, which stands in no key and no grant: it sees the clusters of every team. */
export const SYSTEM_ROLE = 'system';

/** The roles that a caller must hold for an operation, and where. */
export interface Need {
  /** Each of these suffices. */
  readonly roles: readonly Role[];
  /**
   * Where it has to be held: in the team; in the whole of the cluster that it is about; or there or in one of its
   * namespaces, with each object to be looked at by itself.
   */
  readonly in: 'team' | 'cluster' | 'namespace';
  /** It is about all that the team has: a key that is good for one cluster does not do. */
  readonly isWide?: true;
}

/** On whose behalf a transaction runs; it stands on every revision that the transaction writes. */
export interface Caller {
  /** Team id (UUID): the tenant context of every query. */
  readonly team: string;
  /** What they hold in that team. */
  readonly roles: readonly (Role | typeof SYSTEM_ROLE)[];
  /** The only cluster (UUID), or namespace of it, that their key is good for. */
  readonly only?: { readonly cluster: string; readonly namespace?: string };
  /** What the operation asks for that they call; undefined where nothing is asked for. */
  readonly need?: Need;
  /** Who acts, as a person would name them. */
  readonly actor: string;
  /** What authenticated the caller. */
  readonly principal: string;
  readonly requestId: string;
  /** Program that called, e.g. its User-Agent. */
  readonly client: string;
  /** Why, in the caller's words; may be empty. */
  readonly reason: string;
  /**
   * Aborted when the caller no longer waits for what is read on their behalf: reading ends with its reason. A write is
   * finished all the same.
   */
  readonly signal?: AbortSignal;
  /** What they asked for takes long by its nature: its statements have the time of heavy work. */
  readonly isHeavy?: true;
}

/** The same one, who has asked for what takes long by its nature. */
export function heavily(caller: Caller): Caller {
  return caller.isHeavy === true ? caller : { ...caller, isHeavy: true };
}

/** Whether it is the service itself that acts, for any team. */
export function isSystem({ roles }: Pick<Caller, 'roles'>): boolean {
  return roles.includes(SYSTEM_ROLE);
}
