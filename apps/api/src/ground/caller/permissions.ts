import { setField } from '#json';
import type { Need, Role } from '#access';

/** Who may do an operation: every caller, the operator of the service, what monitors it, or the holder of a role. */
export type Permission = 'everybody' | 'service' | 'monitoring' | Need;

/** The permission of each operation: of routes by their names, of fields of GraphQL as `Type.field`. */
export type Permissions = Readonly<Record<string, Permission>>;

export const inTeam = (...roles: Role[]): Need => ({ roles, in: 'team' });
export const inWholeTeam = (...roles: Role[]): Need => ({ roles, in: 'team', isWide: true });
export const inCluster = (...roles: Role[]): Need => ({ roles, in: 'cluster' });
export const inNamespace = (...roles: Role[]): Need => ({ roles, in: 'namespace' });

/** The same permission for several operations. */
function all(permission: Permission, ...operations: readonly string[]): Permissions {
  return Object.fromEntries(operations.map((operation) => [operation, permission]));
}

/** Routes. What every caller may ask reveals nothing of any cluster. */
const ROUTES: Permissions = {
  ...all(inTeam('viewer'), 'readVersion', 'readHealth', 'listGroups', 'readGroup'),
  ...all(inTeam('viewer'), 'listResources', 'readOpenApi', 'readOpenApiOfGroup'),
  ...all(inNamespace('viewer'), 'readObject'),
  ...all(inNamespace('viewer'), 'reviewOwnAccess', 'reviewOwnRules', 'reviewAccess', 'reviewLocalAccess'),
  ...all(inNamespace('viewer'), 'reviewOwnIdentity'),
  ...all(inNamespace('editor'), 'replaceObject', 'patchObject', 'deleteObject'),
  // Bindings are made there too.
  ...all(inNamespace('editor', 'scheduler'), 'createObject'),
};

/** Fields of GraphQL: all of the root types, and fields of other types that not every reader of the rest may read. */
const FIELDS: Permissions = {
  ...all(inTeam('viewer'), 'Subscription.heads'),
  ...all(inNamespace('viewer'), 'Query.cluster', 'Query.decision', 'Query.node', 'Query.nodes'),
  ...all(inNamespace('viewer'), 'Subscription.changes'),
  ...all(inTeam('admin'), 'Query.team'),
};

const table: Record<string, Permission> = { ...ROUTES, ...FIELDS };

/** The table of this service. An operation that is not in it fails the start. */
export const PERMISSIONS: Permissions = table;

/** Adds a row to the table. @throws when it is there already */
export function permit(operation: string, permission: Permission): void {
  if (Object.hasOwn(table, operation)) throw new Error(`the table of permissions has two rows for ${operation}`);
  setField(table, operation, permission);
}
