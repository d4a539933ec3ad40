import {
  beginOf,
  CheckpointConflict,
  Checkpointer,
  findCheckpoint,
  findUncheckpointed,
  isAccessUncheckpointed,
  lastCheckpoint,
  lastCheckpoints,
  LeavesArchived,
  listCheckpoints,
  measureUncheckpointed,
  NoteFiles,
  readLogEnds,
  signAccess,
  type CheckpointMeans,
  type StoredCheckpoint,
  type UncheckpointedLog,
} from '../checkpoints/index.js';
import type { Caller, Database, Transaction } from '#database';
import { sha256, ok, read, refuse, unlessBusy, write, type Outcome } from '#requests';
import { findCluster, type Page } from '#cluster';
import { refuseStorage } from '#storage';
import { checkpointView, signingKeyView, type CheckpointView, type SigningKeyView } from './proof.js';

/** What could not be signed, and why. */
export interface UnsignedHistory {
  readonly cluster: string;
  readonly message: string;
}

/** Signed checkpoints: made, found, listed. */
export class CheckpointService {
  readonly checkpointer: Checkpointer;
  #tidying: Promise<readonly UnsignedHistory[]> | undefined;

  constructor(
    private readonly database: Database,
    private readonly means: Omit<CheckpointMeans, 'hash'>,
  ) {
    this.checkpointer = new Checkpointer({ ...means, hash: sha256 });
  }

  signingKey(): SigningKeyView {
    return signingKeyView(this.means.key);
  }

  /**
   * The checkpoint at the cluster's last revision: the one that is there, or a new one. What is new in the log of
   * access is signed with it.
   */
  async create(caller: Caller, cluster: string): Promise<Outcome<CheckpointView>> {
    const created = await this.at(caller, cluster);
    if (!created.refused) await this.#signAccess(caller);
    return created;
  }

  /**
   * The checkpoint at a revision that the cluster has, the last one by default. It is committed, and
   * on disk, when this resolves.
   */
  async at(caller: Caller, cluster: string, revision?: bigint): Promise<Outcome<CheckpointView>> {
    return signing(cluster, () =>
      write(this.database, caller, async (tx) => {
        const row = await findCluster(tx, cluster, 'inSight');
        if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
        const ends = await readLogEnds(tx, row.id);
        if (revision !== undefined && (revision < beginOf(ends).revision || revision > ends.head.revision))
          return refuse({ kind: 'RevisionNotFound', revision: String(revision) });
        return ok(checkpointView(row.id, await this.checkpointer.at(tx, row.id, revision)));
      }),
    );
  }

  /** How much of all logs the last checkpoints do not cover. */
  behind(caller: Caller): Promise<UncheckpointedLog> {
    return read(this.database, caller, measureUncheckpointed);
  }

  /** By its size, or the last one. */
  get(caller: Caller, cluster: string, size: number | 'latest'): Promise<Outcome<CheckpointView>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const found = await findSized(tx, row.id, size);
      return found === undefined
        ? refuse({ kind: 'CheckpointNotFound', size: String(size) })
        : ok(checkpointView(row.id, found));
    });
  }

  /** The last checkpoints of clusters, by id; a cluster without one is not there. */
  async latest(caller: Caller, clusters: readonly string[]): Promise<ReadonlyMap<string, CheckpointView>> {
    const found = await read(this.database, caller, (tx) => lastCheckpoints(tx, clusters));
    return new Map([...found].map(([id, checkpoint]) => [id, checkpointView(id, checkpoint)]));
  }

  /** The largest first; `before` is the size of the last one seen. */
  list(
    caller: Caller,
    cluster: string,
    { before, pageSize }: { readonly before?: number; readonly pageSize: number },
  ): Promise<Outcome<Page<CheckpointView>>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const found = await listCheckpoints(tx, row.id, {
        limit: pageSize + 1,
        ...(before === undefined ? {} : { before }),
      });
      const items = found.slice(0, pageSize).map((checkpoint) => checkpointView(row.id, checkpoint));
      return ok({ items, next: found.length > pageSize ? (items.at(-1)?.size ?? null) : null });
    });
  }

  /**
   * Makes the checkpoints that are due, of all clusters whose head has moved; several processes make each once, and one
   * process does this once at a time. Answers what could not be signed: that history is not what was signed before.
   */
  tidy(caller: Caller): Promise<readonly UnsignedHistory[]> {
    this.#tidying ??= this.#tidy(caller).finally(() => {
      this.#tidying = undefined;
    });
    return this.#tidying;
  }

  async #tidy(caller: Caller): Promise<readonly UnsignedHistory[]> {
    const due = await this.database.transaction(caller, findUncheckpointed, { readOnly: true });
    const unsigned: UnsignedHistory[] = [];
    for (const cluster of due) {
      const outcome = await signing(cluster, () =>
        write(this.database, caller, async (tx) => ok(await this.checkpointer.at(tx, cluster))),
      );
      // The folder has reported it to the operator, once; the other clusters have to wait for the folder as well.
      if (outcome.refused && outcome.refusal.kind === 'StorageUnavailable') break;
      if (outcome.refused)
        unsigned.push({
          cluster,
          message: outcome.refusal.kind === 'HistoryNotSigned' ? outcome.refusal.message : outcome.refusal.kind,
        });
    }
    const access = await this.#signAccess(caller);
    return access === undefined ? unsigned : [...unsigned, access];
  }

  /** Signs the log of access where it has moved; answers why it could not be signed. */
  async #signAccess(caller: Caller): Promise<UnsignedHistory | undefined> {
    if (!(await this.database.transaction(caller, isAccessUncheckpointed, { readOnly: true }))) return undefined;
    const outcome = await signing(NoteFiles.ACCESS, () =>
      write(this.database, caller, async (tx) => ok(await signAccess(tx, this.means))),
    );
    if (!outcome.refused || outcome.refusal.kind === 'StorageUnavailable') return undefined;
    const { refusal } = outcome;
    return { cluster: NoteFiles.ACCESS, message: 'message' in refusal ? String(refusal.message) : refusal.kind };
  }
}

function findSized(tx: Transaction, clusterId: string, size: number | 'latest'): Promise<StoredCheckpoint | undefined> {
  return size === 'latest' ? lastCheckpoint(tx, clusterId) : findCheckpoint(tx, clusterId, size);
}

/** Work that reads or grows a cluster's tree: what stands in its way is a refusal. */
export async function signing<T>(cluster: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await refuseStorage(() => unlessBusy(work));
  } catch (error) {
    if (error instanceof CheckpointConflict)
      return refuse({ kind: 'HistoryNotSigned', cluster, message: error.message });
    if (error instanceof LeavesArchived) return refuse({ kind: 'HistoryArchived', cluster, message: error.message });
    throw error;
  }
}
