import { resourceNameProblems, Denied, ok, refuse, type Outcome } from '#requests';
import { findCluster, type ClusterRow } from '../clusters/index.js';
import {
  giveNamespace,
  hasNamespace,
  hasWholeSight,
  logAccess,
  ownerOfNamespace,
  sightOf,
  sees,
  ONLY_AUDITORS,
  findTeam,
  isId,
  listOf,
  type AccessList,
  type AccessPage,
  readAccess,
  writeAccess,
} from '#access';
import { type Caller, type Role, type Database, type Transaction } from '#database';
import { v7 as uuid } from 'uuid';
import { insertGrant, listGrants, removeGrant, type GrantRow } from './grant.store.js';

/** What is to be shared with whom. */
export interface NewGrant {
  /** Id or name. */
  readonly team: string;
  readonly role: Role;
  readonly namespace?: string;
}

/** Whose a namespace is. */
export interface NamespaceOwner {
  readonly namespace: string;
  /** Name of the team. */
  readonly team: string;
}

/** Clusters that are shared with other teams, and namespaces that are theirs. */
export class SharingService {
  constructor(private readonly database: Database) {}

  grants(caller: Caller, cluster: string, { after, pageSize }: AccessPage): Promise<Outcome<AccessList<GrantRow>>> {
    return readAccess(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const window = { ...(after !== undefined && { after }), limit: pageSize + 1 };
      return ok(listOf(await listGrants(tx, row.id, window), pageSize, ({ id }) => id));
    });
  }

  grant(caller: Caller, cluster: string, { team: named, role, namespace }: NewGrant): Promise<Outcome<GrantRow>> {
    return this.#inCluster(caller, cluster, async (tx, { id: clusterId, roles }) => {
      if (role === 'auditor' && !roles.includes('auditor')) throw new Denied({ roles: ['auditor'] }, ONLY_AUDITORS);
      const team = await findTeam(tx, named);
      if (team === undefined) return refuse({ kind: 'TeamUnknown', team: named });
      const by = { createdAt: tx.at, createdBy: caller.principal };
      const of = { clusterId, namespace: namespace ?? null, teamId: team.id, teamName: team.name, role };
      const grant: GrantRow = { id: uuid(), ...of, ...by };
      if (!(await insertGrant(tx, grant))) return refuse({ kind: 'AlreadyGranted', team: named, role });
      const details = { grant: grant.id, cluster: clusterId, namespace: grant.namespace, role };
      await logAccess(tx, { action: 'grant.created', team: team.id, details });
      return ok(grant);
    });
  }

  takeBack(caller: Caller, cluster: string, grant: string): Promise<Outcome<GrantRow>> {
    return this.#inCluster(caller, cluster, async (tx, { id }) => {
      const removed = isId(grant) ? await removeGrant(tx, id, grant) : undefined;
      if (removed === undefined) return refuse({ kind: 'GrantNotFound', grant });
      const { role, namespace, teamId } = removed;
      await logAccess(tx, { action: 'grant.removed', team: teamId, details: { grant, cluster: id, namespace, role } });
      return ok(removed);
    });
  }

  /** The team that a namespace belongs to: that of its cluster, unless it was given to another. */
  ownerOf(caller: Caller, cluster: string, namespace: string): Promise<Outcome<NamespaceOwner>> {
    return readAccess(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const sight = sightOf(row);
      const owner = await ownerOfNamespace(tx, row.id, namespace);
      // A reader that sees a part gets the same answer for an unused name as for one that others have.
      const isReported = hasWholeSight(sight) || owner !== undefined || (await hasNamespace(tx, row.id, namespace));
      if (!isReported || !sees(sight, namespace))
        return refuse({
          kind: 'ObjectNotFound',
          object: { apiVersion: 'v1', kind: 'Namespace', namespace: '', name: namespace },
        });
      return ok({ namespace, team: owner?.name ?? row.team });
    });
  }

  /** Gives a namespace to a team, which may be the cluster's own. */
  give(
    caller: Caller,
    cluster: string,
    { namespace, team: named }: { readonly namespace: string; readonly team: string },
  ): Promise<Outcome<NamespaceOwner>> {
    // It need not be there yet, but could be: namespaces have names of the same form.
    const problems = resourceNameProblems(namespace).map((problem) => ({ ...problem, field: 'namespace' }));
    if (problems.length > 0) return Promise.resolve(refuse({ kind: 'InvalidRequest', problems }));
    return this.#inCluster(caller, cluster, async (tx, { id, team_id: ownTeam }) => {
      const team = await findTeam(tx, named);
      if (team === undefined) return refuse({ kind: 'TeamUnknown', team: named });
      const owner = await ownerOfNamespace(tx, id, namespace);
      await giveNamespace(tx, id, { namespace, team: team.id === ownTeam ? null : team.id });
      const details = { cluster: id, namespace };
      if (owner !== undefined && owner.id !== team.id)
        await logAccess(tx, { action: 'namespace.lost', team: owner.id, details });
      await logAccess(tx, { action: 'namespace.given', team: team.id, details });
      return ok({ namespace, team: team.name });
    });
  }

  #inCluster<T>(
    caller: Caller,
    cluster: string,
    fn: (tx: Transaction, row: ClusterRow) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return writeAccess(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      return row === undefined ? refuse({ kind: 'ClusterNotFound', cluster }) : fn(tx, row);
    });
  }
}
