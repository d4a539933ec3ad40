import {
  resourceNameProblems,
  underMutex,
  idempotently,
  type IdempotentRequest,
  type Keep,
  type Deadline,
  refuse,
  type Outcome,
  write,
} from '#requests';
import { bringNamespaceTeams, logAccess } from '#access';
import {
  copyClock,
  describeCluster,
  findCluster,
  insertCluster,
  traceBudgetOf,
  type Cluster,
  type ClusterRow,
} from '#cluster';
import type { Caller, Database, Transaction } from '#database';
import { v7 as uuid } from 'uuid';
import { writeSnapshot, type PastClusters } from '#state';
import { commit, complete, countHead, Draft, type Change, admissionSettingsOf } from '#writes';
import { copyProfileVersions, copyState } from './copied-state.store.js';
import { resolveForkPoint, type ForkPoint } from './fork-point.js';

/** What to fork, and where. */
export interface ForkRequest {
  /** Cluster id or name. */
  readonly cluster: string;
  /** Of the fork: a DNS label, unique within the team. */
  readonly name: string;
  /** A moment that is the end of a revision; the present when absent. */
  readonly at?: string | undefined;
}

/** A fork that has nothing in it yet, and what of. */
interface Forking {
  readonly id: string;
  readonly origin: ClusterRow;
  readonly point: ForkPoint;
}

/**
 * Forks: clusters that begin as another one was at a moment. A fork has the state, not the history: its log goes on
 * from the hash, position and revision of its origin, and everything else that it needs is its own, so that nothing
 * that happens to the origin or its log affects it.
 */
export class ForkService {
  constructor(
    private readonly database: Database,
    private readonly past: PastClusters,
  ) {}

  async fork(caller: Caller, request: ForkRequest, idempotency?: IdempotentRequest): Promise<Outcome<Cluster>> {
    const problems = resourceNameProblems(request.name);
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    // One after the other, for the second finds in memory what the first has read.
    return idempotently(this.database, caller, {
      ...idempotency,
      run: (keep, deadline) =>
        underMutex(this, request.cluster, () => this.#fork(caller, request, { keep, deadline }), { deadline }),
    });
  }

  /** In a transaction that sees one state throughout, and keeps no writer of the origin waiting. */
  #fork(
    caller: Caller,
    request: ForkRequest,
    { keep, deadline }: { readonly keep: Keep<Cluster>; readonly deadline: Deadline },
  ): Promise<Outcome<Cluster>> {
    const fork = async (tx: Transaction): Promise<Outcome<Cluster>> => {
      const outcome = await this.#write(tx, request);
      await keep(tx, outcome);
      return outcome;
    };
    return write(this.database, caller, fork, { deadline, snapshot: true });
  }

  async #write(tx: Transaction, { cluster, name, at }: ForkRequest): Promise<Outcome<Cluster>> {
    // A copy has everything, and so it is for those who see everything.
    const origin = await findCluster(tx, cluster);
    if (origin === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
    const point = await resolveForkPoint(tx, origin, at);
    if (point.refused) return point;
    const id = uuid();
    // Its log goes on from there, in time as well.
    await tx.notBefore(point.value.head.at);
    const settings = { traceBudget: traceBudgetOf(origin), admission: admissionSettingsOf(origin) };
    if (!(await insertCluster(tx, { id, name, ...settings, origin: point.value.head })))
      return refuse({ kind: 'ClusterNameTaken', name });
    await this.#fill(tx, { id, origin, point: point.value });
    return describeCluster(tx, id);
  }

  async #fill(tx: Transaction, { id, origin, point: { head, time, isPresent } }: Forking): Promise<void> {
    const copying = { from: origin.id, to: id };
    const past = await this.past.at(tx, origin.id, head.position);
    const snapshot = await writeSnapshot(tx, id, { position: past.position, objects: past.objects() });
    await copyState(tx, copying, past);
    await countHead(tx, id);
    await copyProfileVersions(tx, copying, time);
    await bringTeams(tx, { origin, id });
    const { clock, position } = head;
    if (clock !== null) await copyClock(tx, { ...copying, position, now: clock.now, isPresent });
    const draft = new Draft({ head: { ...head, clusterId: id, teamId: tx.caller.team }, at: tx.at });
    draft.note(forkNote(origin, { head, snapshot }));
    await commit(tx, await complete({ tx, draft, database: this.database }), { headHeld: true });
  }
}

/** What is another team's in the origin is theirs in the fork: it is no way to read what is hidden there. */
async function bringTeams(tx: Transaction, { origin, id }: Pick<Forking, 'origin' | 'id'>): Promise<void> {
  for (const { namespace, team } of await bringNamespaceTeams(tx, { from: origin, to: id })) {
    const details = { cluster: id, namespace, origin: origin.id };
    await logAccess(tx, { action: 'namespace.given', team, details });
  }
}

/** What the fork's log begins with: where it comes from, and what state that was. */
function forkNote(
  { id, name }: ClusterRow,
  { head: { position, revision, hash }, snapshot }: Pick<ForkPoint, 'head'> & { readonly snapshot: Buffer },
): Change {
  const origin = {
    cluster: id,
    name,
    position: String(position),
    revision: String(revision),
    hash: Buffer.from(hash).toString('hex'),
  };
  return {
    op: 'note',
    apiVersion: 'berth.dev/v1',
    kind: 'ClusterFork',
    namespace: '',
    name,
    uid: id,
    body: { origin, snapshot: snapshot.toString('hex') },
  };
}
