import type { Caller, Database, Transaction } from '#database';
import { findCluster, lockCluster } from '../clusters/index.js';
import { Draft, DraftWriter } from '../changes/index.js';
import { complete } from '../followers/index.js';
import { idempotently, type IdempotentRequest } from '../idempotency/index.js';
import { ok, refuse, writeOnce, type Outcome } from '../outcome/index.js';
import { lostRace, Patience, PATIENCE_MS, underMutex, untilWon } from '../turns/index.js';
import { ImportMerge } from './import-merge.js';
import type { ImportReport } from './import-report.js';
import { stageManifests, type StagingReport } from './stage-manifests.js';
import { beginMerge, lockImports, readStaged, undoMerge } from './staging.store.js';

/** What to do when objects of the input are not valid: nothing at all, or the others. */
export type OnError = 'abort' | 'skip';

export interface ImportRequest {
  /** Cluster id or name. */
  readonly cluster: string;
  /** YAML or JSON, as it arrives. */
  readonly manifests: AsyncIterable<Uint8Array | string>;
  readonly onError: OnError;
  readonly idempotency?: IdempotentRequest;
}

/** Runs `work` alone in its lane. @throws Busy when the patience is over first */
export type Turn = <T>(lane: string, work: () => Promise<T>, patience: Patience) => Promise<T>;

/** Objects are read back from the staging table in batches of this many. */
const BATCH = 500;

/**
 * Imports manifests of any size in one revision. They are staged as they arrive, one object in memory at a time; then
 * the head is held, and the staged objects are admitted and merged in batches, when every class they refer to is known.
 */
export class ImportService {
  /** `turn`: how writers of one cluster take turns, where that is not in this thread. */
  constructor(
    private readonly database: Database,
    private readonly turn: Turn = (lane, work, patience) => underMutex(database, lane, work, { patience }),
  ) {}

  import(caller: Caller, request: ImportRequest): Promise<Outcome<ImportReport>> {
    return idempotently(this.database, caller, {
      ...request.idempotency,
      run: (keep) =>
        writeOnce(this.database.slow, caller, async (tx) => {
          const cluster = await findCluster(tx, request.cluster);
          if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: request.cluster });
          const staged = await stageManifests(tx, request.manifests);
          if (staged.refused) return staged;
          // How long the input takes to arrive is its sender's affair.
          await lockImports(tx, cluster.id, { lockTimeoutMs: PATIENCE_MS });
          const patience = new Patience();
          const merge = (): Promise<Outcome<ImportReport>> =>
            untilWon(patience, () => this.#tryMerge(tx, { ...request, cluster: cluster.id }, { staged, patience }));
          const outcome = await this.turn(`write ${cluster.id}`, merge, patience);
          await keep(tx, outcome);
          return outcome;
        }),
    });
  }

  /** What was staged stays when this loses to another writer: the input came once. */
  async #tryMerge(
    tx: Transaction,
    request: ImportRequest,
    { staged, patience }: { readonly staged: { readonly value: StagingReport }; readonly patience: Patience },
  ): Promise<Outcome<ImportReport>> {
    await beginMerge(tx, { lockTimeoutMs: patience.leftMs });
    const { rejected, ignored } = staged.value;
    try {
      return await this.#merge(tx, request, { rejected: rejected.copy(), ignored });
    } catch (error) {
      if (lostRace(error)) await undoMerge(tx);
      throw error;
    }
  }

  async #merge(tx: Transaction, request: ImportRequest, staged: StagingReport): Promise<Outcome<ImportReport>> {
    const locked = await lockCluster(tx, request.cluster);
    if (locked === undefined) return refuse({ kind: 'ClusterNotFound', cluster: request.cluster });
    const { cluster, head } = locked;
    const draft = new Draft({ head, at: tx.at });
    const writer = new DraftWriter(tx, draft);
    const merge = await ImportMerge.start({ tx, clusterId: cluster.id, draft, report: staged });
    for await (const batch of readStaged(tx, BATCH)) {
      await merge.add(batch);
      await writer.flush();
    }
    const report = await merge.finish();
    const { rejected } = staged;
    if (rejected.count > 0 && request.onError === 'abort')
      return refuse({ kind: 'ImportRejected', rejected: rejected.refused, total: rejected.count });
    if (draft.isEmpty) return ok({ revision: String(head.revision), ...report });
    const { database } = this;
    const moved = await writer.commit(await complete({ tx, database, draft }), { headHeld: true });
    return ok({ revision: String((moved ?? head).revision), ...report });
  }
}
