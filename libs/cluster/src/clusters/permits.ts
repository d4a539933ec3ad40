import { isSystem, type Transaction } from '#database';
import { sees, logAccess, giveNamespace, namespacesMade, rolesIn, sightOf, takenNamespaces } from '#access';
import { refuse, type Outcome, type Refusal } from '#requests';
import type { ClusterRow } from './cluster.store.js';

/** What an object is, as far as it decides who may write it. */
export interface Placed {
  readonly kind?: string;
  readonly namespace: string;
  readonly name?: string;
}

/** Why an object may not be written; undefined where it may. */
export type Permits = (object: Placed) => Refusal | undefined;

/**
 * What the caller's operation may write in a cluster, namespace by namespace. A namespace that never was there may be
 * made by a caller with the role in the whole cluster, and is theirs from then on, with all that the log says of it.
 */
export async function permitsOf(tx: Transaction, cluster: ClusterRow): Promise<Permits> {
  const { need } = tx.caller;
  if (need === undefined) return () => undefined;
  const holds = (namespace: string): boolean => rolesIn(cluster, namespace).some((role) => need.roles.includes(role));
  if (holds('') && Object.keys(cluster.namespace_roles).length === 0 && cluster.sight !== 'only')
    return () => undefined;
  const taken = holds('') && cluster.sight === 'only' ? await takenNamespaces(tx, cluster.id) : undefined;
  return ({ kind = '', namespace, name = '' }) => {
    const place = kind === 'Namespace' ? name : namespace;
    if (holds(place) || taken?.has(place) === false) return undefined;
    if (sees(sightOf(cluster), place)) return { kind: 'Forbidden', roles: need.roles };
    return { kind: 'ObjectNotFound', object: { apiVersion: 'v1', kind: 'Namespace', namespace: '', name: place } };
  };
}

/** The first of the objects that may not be written. */
export function refusedObject(permits: Permits, objects: Iterable<Placed>): Outcome<never> | undefined {
  for (const object of objects) {
    const refusal = permits(object);
    if (refusal !== undefined) return refuse(refusal);
  }
  return undefined;
}

/** Namespaces that a team makes in a cluster of others are its own: those that were made behind a position. */
export async function claimNamespaces(
  tx: Transaction,
  { clusterId, teamId, position }: { readonly clusterId: string; readonly teamId: string; readonly position: bigint },
): Promise<void> {
  const { caller } = tx;
  if (caller.team === teamId || isSystem(caller)) return;
  for (const namespace of await namespacesMade(tx, clusterId, position)) {
    // The log first, as wherever access is changed: writers of the log are serialized.
    await logAccess(tx, { action: 'namespace.taken', team: caller.team, details: { cluster: clusterId, namespace } });
    await giveNamespace(tx, clusterId, { namespace, team: caller.team });
  }
}
