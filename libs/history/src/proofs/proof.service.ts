import {
  beginOf,
  findCheckpoint,
  lastCheckpoint,
  LeavesArchived,
  readLogEnds,
  type StoredCheckpoint,
} from '../checkpoints/index.js';
import { exportLedger } from '../ledger-export/index.js';
import { sees, type Sight, hasWholeSight, sightOf } from '#access';
import { type Caller, type Database, type Transaction, type Transactions } from '#database';
import {
  canonicalBytes,
  leafHash,
  proveConsistency,
  proveInclusion,
  readInclusion,
  revisionEnvelope,
  toHex,
  type LogPlace,
} from '#ledger';
import { archiveUpTo, lastArchive, refuseArchived, refuseIn } from '../archives/index.js';
import { sha256, ok, read, refuse, type Outcome } from '#requests';
import { findCluster, type ClusterRow, type SightNeed } from '#cluster';
import { signing, type CheckpointService } from './checkpoint.service.js';
import { readEntries, readRevision, revisionOfDecision, revisionOfPosition } from './entry.store.js';
import { checkpointView, consistencyView, pathView, type ConsistencyView, type InclusionView } from './proof.js';

/** What is to be proved: a revision, or a change or decision in it. */
export type ProvedEntry = { readonly revision: bigint } | { readonly position: bigint } | { readonly decision: string };

/** Which revisions of a ledger are exported; all by default. */
export interface LedgerRequest {
  readonly from?: bigint;
  readonly to?: bigint;
}

/** What is read, and on which connections. */
interface Reading {
  readonly cluster: string;
  readonly need: SightNeed;
  readonly from?: Transactions;
}

const DECISION_ID = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([0-9]{1,9})$/i;

/** Proofs about a cluster's log, and its ledger for others to verify. */
export class ProofService {
  constructor(
    private readonly database: Database,
    private readonly checkpoints: CheckpointService,
    /** Where ledgers are read: at the pace of their reader unless something else is given. */
    private readonly ledgers: Transactions = database.paced,
  ) {}

  /**
   * That an entry is in the history of the checkpoint of a size; without a size, of the last one that can hold it,
   * which is made if it must be.
   */
  async inclusion(
    caller: Caller,
    cluster: string,
    asked: ProvedEntry & { readonly size?: number },
  ): Promise<Outcome<InclusionView>> {
    const { size } = asked;
    if (size === undefined) {
      const made = await this.checkpoints.at(caller, cluster);
      if (made.refused) return made;
    }
    return this.#reading(caller, { cluster, need: 'inSight' }, async (tx, row) => {
      const { id: clusterId } = row;
      const checkpoint =
        size === undefined ? await lastCheckpoint(tx, clusterId) : await findCheckpoint(tx, clusterId, size);
      return checkpoint === undefined
        ? refuse({ kind: 'CheckpointNotFound', size: String(size) })
        : this.#prove(tx, { clusterId, sight: sightOf(row), checkpoint, asked });
    });
  }

  /** That the history of one checkpoint starts with that of another. */
  consistency(
    caller: Caller,
    cluster: string,
    sizes: { readonly from: number; readonly to: number },
  ): Promise<Outcome<ConsistencyView>> {
    return this.#reading(caller, { cluster, need: 'inSight' }, async (tx, { id: clusterId }) => {
      if (sizes.from > sizes.to)
        return refuse({
          kind: 'InvalidRequest',
          problems: [{ field: 'from', reason: 'FieldValueInvalid', message: 'must not be larger than `to`' }],
        });
      const [from, to] = [
        await findCheckpoint(tx, clusterId, sizes.from),
        await findCheckpoint(tx, clusterId, sizes.to),
      ];
      if (from === undefined) return refuse({ kind: 'CheckpointNotFound', size: String(sizes.from) });
      if (to === undefined) return refuse({ kind: 'CheckpointNotFound', size: String(sizes.to) });
      const { revision: begin } = beginOf(await readLogEnds(tx, clusterId));
      const proof = await proveConsistency(
        sha256,
        sizes,
        this.checkpoints.checkpointer.reader(tx, clusterId, { begin }),
      );
      return ok(consistencyView({ from: checkpointView(clusterId, from), to: checkpointView(clusterId, to) }, proof));
    });
  }

  /**
   * Hands a cluster's ledger to `consume`, in the form `berth.ledger/1`, with a checkpoint at its end; it is
   * readable until that has resolved.
   */
  async ledger(
    caller: Caller,
    cluster: string,
    { from, to, consume }: LedgerRequest & { readonly consume: (text: AsyncIterable<string>) => Promise<void> },
  ): Promise<Outcome<void>> {
    // The checkpoint is committed before it is returned.
    const end = await this.checkpoints.at(caller, cluster, to);
    if (end.refused) return end;
    return this.#reading(caller, { cluster, need: 'whole', from: this.ledgers }, async (tx, { id: clusterId }) => {
      const ends = await readLogEnds(tx, clusterId);
      const begin = beginOf(ends);
      const checkpoint = await findCheckpoint(tx, clusterId, Number(end.value.size));
      const kept = BigInt((await lastArchive(tx, clusterId))?.archive.revisions.last ?? begin.revision) + 1n;
      const first = from ?? kept;
      const archived =
        first < kept
          ? await refuseArchived(tx, clusterId, { what: `revision ${first}`, span: { first, last: kept } })
          : undefined;
      if (archived !== undefined) return archived;
      // Only of a cluster without a history nothing is a history.
      const last = checkpoint?.size === 0 ? begin.revision + 1n : (checkpoint?.head.revision ?? -1n);
      if (checkpoint === undefined || first <= begin.revision || first > last)
        return refuse({ kind: 'RevisionNotFound', revision: String(first) });
      const after = await placeBefore(tx, { clusterId, first, begin });
      const frontier = await this.checkpoints.checkpointer.frontier(
        tx,
        clusterId,
        Number(after.revision - begin.revision),
      );
      const header = { cluster: clusterId, origin: ends.origin, after, frontier, checkpoint: checkpoint.note };
      await consume(exportLedger(tx, { hash: sha256, header, upTo: checkpoint.head }));
      return ok(undefined);
    });
  }

  async #prove(
    tx: Transaction,
    {
      clusterId,
      sight,
      checkpoint,
      asked,
    }: {
      readonly clusterId: string;
      readonly sight: Sight;
      readonly checkpoint: StoredCheckpoint;
      readonly asked: ProvedEntry;
    },
  ): Promise<Outcome<InclusionView>> {
    const found = await findRevision(tx, clusterId, asked);
    if (found.refused) return found;
    const revision = await readRevision(tx, clusterId, found.value);
    const archived =
      revision === undefined
        ? await refuseArchived(tx, clusterId, {
            what: `revision ${found.value}`,
            span: { first: found.value, last: found.value },
          })
        : undefined;
    if (archived !== undefined) return archived;
    const { revision: begin } = beginOf(await readLogEnds(tx, clusterId));
    const leafIndex = Number(found.value - begin) - 1;
    if (revision === undefined || leafIndex < 0 || leafIndex >= checkpoint.size)
      return refuse({ kind: 'RevisionNotFound', revision: String(found.value) });
    const reader = this.checkpoints.checkpointer.reader(tx, clusterId, { begin });
    const proof = await readInclusion(sha256, { leafIndex, treeSize: checkpoint.size }, reader);
    // The author, client and reason of a revision are known to its author and to readers of the whole cluster.
    const isShown = hasWholeSight(sight) || revision.principal === tx.caller.principal;
    const whole = {
      revision: isShown ? revisionEnvelope(revision) : null,
      revisionHash: toHex(revision.hash),
      revisionProof: pathView(proof),
      checkpoint: checkpointView(clusterId, checkpoint),
    };
    if ('revision' in asked) {
      // A revision of what others own alone tells when they write, and how much: to its reader it never was.
      const isSeen =
        hasWholeSight(sight) || (await readEntries(tx, revision)).some(({ namespace }) => sees(sight, namespace));
      return isSeen
        ? ok({ entry: null, entryHash: null, entryProof: null, ...whole })
        : refuse({ kind: 'RevisionNotFound', revision: String(found.value) });
    }
    const entries = await readEntries(tx, revision);
    const id = 'position' in asked ? String(asked.position) : asked.decision.toLowerCase();
    const index = entries.findIndex((entry) => entry.id === id && sees(sight, entry.namespace));
    if (index < 0) return notThere(asked);
    const leaves = entries.map(({ envelope }) => leafHash(sha256, canonicalBytes(envelope)));
    const entry = entries[index];
    return ok({
      entry: entry?.alsoNames.every((namespace) => sees(sight, namespace)) === true ? entry.envelope : null,
      entryHash: toHex(leaves[index] ?? new Uint8Array(0)),
      entryProof: pathView(proveInclusion(sha256, leaves, index)),
      ...whole,
    });
  }

  /** For as long as it takes, in one state. */
  #reading<T>(
    caller: Caller,
    { cluster, need, from = this.database.slow }: Reading,
    work: (tx: Transaction, row: ClusterRow) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return signing(cluster, () =>
      read(from, caller, async (tx) => {
        const row = await findCluster(tx, cluster, need);
        return row === undefined ? refuse({ kind: 'ClusterNotFound', cluster }) : work(tx, row);
      }),
    );
  }
}

function notThere(asked: Exclude<ProvedEntry, { readonly revision: bigint }>): Outcome<never> {
  return 'position' in asked
    ? refuse({ kind: 'ChangeNotFound', position: String(asked.position) })
    : refuse({ kind: 'DecisionNotFound', decision: asked.decision });
}

async function findRevision(tx: Transaction, clusterId: string, asked: ProvedEntry): Promise<Outcome<bigint>> {
  if ('revision' in asked) return ok(asked.revision);
  if ('position' in asked) {
    const revision = await revisionOfPosition(tx, clusterId, asked.position);
    if (revision !== undefined) return ok(revision);
    const archive = await archiveUpTo(tx, clusterId, { position: asked.position });
    return archive === undefined
      ? refuse({ kind: 'ChangeNotFound', position: String(asked.position) })
      : refuseIn(archive, `position ${asked.position}`);
  }
  const [, run, ordinal] = DECISION_ID.exec(asked.decision) ?? [];
  const revision =
    run === undefined ? undefined : await revisionOfDecision(tx, clusterId, { run, ordinal: Number(ordinal) });
  return revision === undefined ? refuse({ kind: 'DecisionNotFound', decision: asked.decision }) : ok(revision);
}

/** What a revision follows. @throws LeavesArchived when that is no longer there */
async function placeBefore(
  tx: Transaction,
  { clusterId, first, begin }: { readonly clusterId: string; readonly first: bigint; readonly begin: LogPlace },
): Promise<LogPlace> {
  if (first === begin.revision + 1n) return begin;
  const known = await findCheckpoint(tx, clusterId, Number(first - 1n - begin.revision));
  if (known !== undefined) return known.head;
  const revision = await readRevision(tx, clusterId, first - 1n);
  if (revision === undefined) throw new LeavesArchived(`revision ${first - 1n} is not there`);
  return {
    revision: revision.revision,
    position: revision.firstPosition + BigInt(revision.count) - 1n,
    hash: revision.hash,
  };
}
