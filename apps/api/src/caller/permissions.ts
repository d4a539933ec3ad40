import type { Caller } from '#cluster';

/** Whether a caller may do something. */
export type Permission = (caller: Caller) => boolean;

/** What a caller must be allowed to, a row an operation; what has no row is everybody's. */
export type Permissions = Readonly<Record<string, Permission>>;

/** The table of this service: everybody may do everything. */
export const PERMISSIONS: Permissions = {};
