import type { Caller, Database, Transaction } from '#database';
import { inSpan } from '#spans';
import {
  idempotently,
  type IdempotentRequest,
  ok,
  refuse,
  writeOnce,
  type Outcome,
  lostRace,
  Deadline,
  DEADLINE_MS,
  untilWon,
} from '#requests';
import { sightOf } from '#access';
import {
  claimNamespaces,
  findCluster,
  lockCluster,
  permitsOf,
  refusedFollowed,
  noteRefusals,
  type Forbidden,
} from '#cluster';
import { admissionSettingsOf, Draft, DraftWriter, complete, Sealer, overQuotas } from '#writes';
import { HashedInput } from './hashed-input.js';
import { ImportMerge } from './import-merge.js';
import type { ImportReport } from './import-report.js';
import { ItemList } from './item-list.js';
import { stageManifests, type StagingReport } from './stage-manifests.js';
import { beginMerge, lockImports, readStaged, undoMerge } from './staging.store.js';

/** What to do when objects of the input are not valid: nothing at all, or the others. */
export type OnError = 'abort' | 'skip';
/** What quotas mean: say what is over them, or leave out what would be. */
export type OnQuota = 'report' | 'enforce';
/** What to do about objects that are not stored: report them, or nothing at all. */
export type OnLoss = 'warn' | 'abort';

export interface ImportRequest {
  /** Cluster id or name. */
  readonly cluster: string;
  /** YAML or JSON, as it arrives. */
  readonly manifests: AsyncIterable<Uint8Array | string>;
  readonly onError: OnError;
  /** Of fields that are unknown or stand twice; `warn` unless given. */
  readonly onUnknown?: OnLoss;
  /** Of objects of kinds that are not stored; `warn` unless given. */
  readonly onIgnored?: OnLoss;
  /** `report` unless given. */
  readonly quotas?: OnQuota;
  /** Everything is judged, nothing is stored. */
  readonly dryRun?: boolean;
  readonly idempotency?: ImportKey;
}

/** The idempotency key of an import. */
export interface ImportKey extends IdempotentRequest {
  /** The hash of the manifests is part of the key's request, as `sha256`: they do not stand in it themselves. */
  readonly hashesManifests?: boolean;
}

/** What admission forbade of an import. */
interface Judged {
  readonly clusterId: string;
  readonly refusals: readonly Forbidden[];
}

/** What an attempt to merge goes by, and the receiver of what it forbids: the last attempt counts. */
interface Attempt {
  readonly staged: { readonly value: StagingReport };
  readonly deadline: Deadline;
  readonly judge: (judged: Judged) => void;
}

/** Objects are read back from the staging table in batches of this many. */
const BATCH = 500;

/** The most quotas that a report names. */
const MOST_OVER = 1_000;

/**
 * Imports manifests of any size in one revision. They are staged as they arrive, one object in memory at a time; then
 * the head is held, and the staged objects are admitted and merged in batches, when every class they refer to is known.
 * An import waits for the head in the database, in the order in which others asked for it; what keeps it in its turn
 * among the writers of the process is the `ImportLane`.
 */
export class ImportService {
  constructor(private readonly database: Database) {}

  import(caller: Caller, request: ImportRequest): Promise<Outcome<ImportReport>> {
    const { cluster, dryRun = false } = request;
    return inSpan('import', { 'berth.cluster': cluster, 'berth.dry_run': dryRun }, async (span) => {
      const outcome = await this.#import(caller, request);
      if (outcome.refused) span.set({ 'berth.refused': outcome.refusal.kind });
      else {
        const { revision, created, updated, unchanged } = outcome.value;
        span.set({
          'berth.revision': revision,
          'berth.created': created,
          'berth.updated': updated,
          'berth.unchanged': unchanged,
        });
      }
      return outcome;
    });
  }

  /** What admission forbade is noted beside the log, whether the import succeeded or not. */
  async #import(caller: Caller, request: ImportRequest): Promise<Outcome<ImportReport>> {
    let judged: Judged = { clusterId: '', refusals: [] };
    const judge = (found: Judged): void => {
      judged = found;
    };
    const outcome = await this.#once(caller, request, judge);
    if (request.dryRun !== true) await noteRefusals(this.database, caller, { operation: 'import', ...judged });
    return outcome;
  }

  #once(caller: Caller, request: ImportRequest, judge: (judged: Judged) => void): Promise<Outcome<ImportReport>> {
    const { manifests, ...keyed } = hashed(request);
    return idempotently(this.database, caller, {
      ...keyed,
      run: (keep) =>
        writeOnce(this.database.paced, caller, async (tx) => {
          const cluster = await findCluster(tx, request.cluster, 'inSight');
          if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: request.cluster });
          const staged = await inSpan('import read', {}, () => stageManifests(tx, manifests));
          if (staged.refused) return staged;
          // How long the input takes to arrive is its sender's affair.
          await lockImports(tx, cluster.id, { lockTimeoutMs: DEADLINE_MS });
          // The other half is for the line of the process.
          const deadline = new Deadline(DEADLINE_MS / 2);
          const merge = (): Promise<Outcome<ImportReport>> =>
            untilWon(deadline, () =>
              this.#tryMerge(tx, { ...request, cluster: cluster.id }, { staged, deadline, judge }),
            );
          const outcome = await inSpan('import merge', {}, merge);
          if (request.dryRun === true) tx.abandon();
          else await keep(tx, outcome);
          return outcome;
        }),
    });
  }

  /** What was staged stays when this loses to another writer: the input came once. */
  async #tryMerge(
    tx: Transaction,
    request: ImportRequest,
    { staged, deadline, judge }: Attempt,
  ): Promise<Outcome<ImportReport>> {
    await beginMerge(tx, { lockTimeoutMs: deadline.leftMs });
    const { rejected, faults } = staged.value;
    try {
      const report = { ...staged.value, rejected: rejected.copy(), faults: faults.copy() };
      return await this.#merge(tx, request, { report, judge });
    } catch (error) {
      if (lostRace(error)) await undoMerge(tx);
      throw error;
    }
  }

  async #merge(
    tx: Transaction,
    request: ImportRequest,
    { report: staged, judge }: { readonly report: StagingReport } & Pick<Attempt, 'judge'>,
  ): Promise<Outcome<ImportReport>> {
    const locked = await lockCluster(tx, request.cluster);
    if (locked === undefined) return refuse({ kind: 'ClusterNotFound', cluster: request.cluster });
    const { cluster, head } = locked;
    const followed = request.dryRun === true ? undefined : refusedFollowed(cluster);
    if (followed !== undefined) return refuse(followed);
    const sealer = Sealer.of(this.database);
    const draft = new Draft({ head, at: tx.at, sealer });
    const writer = new DraftWriter(tx, draft);
    const { dryRun = false, quotas = 'report' } = request;
    const merge = await ImportMerge.start({
      tx,
      clusterId: cluster.id,
      sight: sightOf(cluster),
      settings: admissionSettingsOf(cluster),
      permits: await permitsOf(tx, cluster),
      draft,
      sealer,
      report: staged,
      dryRun,
      enforces: quotas === 'enforce',
      keepsNodes: request.onError === 'skip',
    });
    for await (const batch of readStaged(tx, BATCH)) {
      await merge.add(batch);
      await writer.flush();
    }
    const merged = await merge.finish();
    judge({ clusterId: cluster.id, refusals: merge.forbidden });
    const aborting = whatAborts(request, staged);
    if (aborting.count > 0)
      return refuse({ kind: 'ImportRejected', rejected: aborting.refused, total: aborting.count });
    const overQuota = (await overQuotas(tx, draft)).slice(0, MOST_OVER);
    const report = { ...merged, ...(overQuota.length > 0 && { overQuota }) };
    if (draft.isEmpty || dryRun) return ok({ revision: String(head.revision), ...report });
    const { database } = this;
    const moved = await writer.commit(await complete({ tx, database, draft }), { headHeld: true });
    await claimNamespaces(tx, head);
    return ok({ revision: String((moved ?? head).revision), ...report });
  }
}

/** The manifests, hashed while they are read where the hash is part of what the key stands for. */
function hashed({ manifests, idempotency }: ImportRequest) {
  if (idempotency?.hashesManifests !== true) return { manifests, ...idempotency };
  const input = new HashedInput(manifests);
  const request = async (): Promise<object> => ({ ...(idempotency.request as object), sha256: await input.digest() });
  return { ...idempotency, manifests: input, request };
}

/** All that is not to be, as was asked; nothing where the import goes on. */
function whatAborts({ onError, onUnknown, onIgnored }: ImportRequest, staged: StagingReport): ItemList {
  const lists = [
    ...(onError === 'abort' ? [staged.rejected] : []),
    ...(onUnknown === 'abort' ? [staged.faults] : []),
    ...(onIgnored === 'abort' ? [staged.ignored] : []),
  ];
  return ItemList.of(lists);
}
