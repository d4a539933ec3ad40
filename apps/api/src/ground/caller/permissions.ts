import type { Need, Role } from '#access';

/** Who may do an operation: every caller, the operator of the service, or the holder of a role somewhere. */
export type Permission = 'everybody' | 'service' | Need;

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
  ...all('everybody', 'livez', 'readyz', 'getSigningKey'),
  ...all('service', 'metrics'),
  ...all(inTeam('viewer'), 'version', 'whoami', 'listHeads', 'listPlugins'),
  ...all(inTeam('viewer'), 'listOperations', 'getOperation', 'cancelOperation', 'downloadExport'),
  ...all(inTeam('viewer'), 'readVersion', 'readHealth', 'readCoreVersions', 'listGroups', 'readGroup'),
  ...all(inTeam('viewer'), 'listCoreResources', 'listResources'),
  ...all(inNamespace('viewer'), 'listQuotas'),
  ...all(inNamespace('viewer'), 'listForks', 'diffCluster', 'exportManifests', 'startExport'),
  ...all(inNamespace('viewer'), 'listChanges'),
  ...all(inNamespace('viewer'), 'listProfiles', 'getProfile', 'listProfileVersions', 'getProfileVersion'),
  ...all(inNamespace('viewer'), 'readObject', 'compare'),
  ...all(inWholeTeam('editor'), 'forkCluster'),
  ...all(inCluster('editor'), 'createProfile', 'updateProfile', 'deleteProfile'),
  ...all(inCluster('editor'), 'importSchedulerConfiguration'),
  ...all(inNamespace('editor'), 'importManifests', 'replaceObject', 'patchObject', 'deleteObject'),
  // Bindings are made there too.
  ...all(inNamespace('editor', 'scheduler'), 'createObject'),
  ...all(inTeam('auditor'), 'verify'),
  ...all(inCluster('auditor'), 'replay'),
  ...all(inCluster('auditor'), 'createCheckpoint', 'exportLedger'),
  // A caller that decides something proves it: within their visibility.
  ...all(inNamespace('viewer'), 'listCheckpoints', 'getCheckpoint', 'proveInclusion', 'proveConsistency'),
};

/** Fields of GraphQL: all of the root types, and fields of other types that not every reader of the rest may read. */
const FIELDS: Permissions = {
  ...all('everybody', 'Query.signingKey'),
  ...all(inTeam('viewer'), 'Query.operation', 'Query.operations'),
  ...all(inTeam('viewer'), 'Subscription.heads', 'Mutation.cancelOperation'),
  ...all(inNamespace('viewer'), 'Query.cluster', 'Query.decision', 'Query.node', 'Query.nodes'),
  ...all(inNamespace('viewer'), 'Subscription.changes', 'Mutation.compare', 'Mutation.startComparison'),
  ...all(inWholeTeam('editor'), 'Mutation.forkCluster'),
  ...all(inCluster('editor'), 'Mutation.createProfile', 'Mutation.updateProfile'),
  ...all(inCluster('editor'), 'Mutation.deleteProfile', 'Mutation.importSchedulerConfiguration'),
  ...all(inNamespace('editor'), 'Mutation.applyObject', 'Mutation.deleteObject', 'Mutation.importManifests'),
  ...all(inTeam('auditor'), 'Query.verify', 'Mutation.startVerification'),
  ...all(inCluster('auditor'), 'Mutation.replay', 'Mutation.startReplay', 'Mutation.createCheckpoint'),
  ...all(inTeam('viewer'), 'Query.whoami'),
  ...all(inTeam('admin'), 'Query.team'),
};

const table: Record<string, Permission> = { ...ROUTES, ...FIELDS };

/** The table of this service. An operation that is not in it fails the start. */
export const PERMISSIONS: Permissions = table;

/** Adds a row to the table. @throws when it is there already */
export function permit(operation: string, permission: Permission): void {
  if (Object.hasOwn(table, operation)) throw new Error(`the table of permissions has two rows for ${operation}`);
  table[operation] = permission;
}
