import type { Transaction } from '#database';
import {
  createMerkleRoot,
  equalBytes,
  genesisHash,
  leafHash,
  openCheckpoint,
  readCheckpoint,
  signCheckpoint,
  signerOf,
  type Checkpoint,
  type Hash,
  type LogPlace,
  type MerkleRoot,
  type NoteVerifier,
  type Subtree,
  type SubtreeReader,
} from '#ledger';
import {
  findCheckpoint,
  insertCheckpoint,
  insertNodes,
  lastCheckpoint,
  lockCheckpoints,
  readLogEnds,
  readNodes,
  readRevisionHashes,
  streamLinks,
  type HashedSubtree,
  type LogEnds,
  type StoredCheckpoint,
} from './checkpoint.store.js';
import type { NoteFiles } from './note-files.js';
import type { SigningKey } from './signing-key.js';

/** Subtrees are stored of every so many levels: a proof reads at most 256 of each. */
const TILE_LEVELS = 8;

/** What a history is not signed for; `message` says what was found. */
export class CheckpointConflict extends Error {}

/** Revisions that a tree is made of are archived. */
export class LeavesArchived extends Error {}

/** What checkpoints are made with. */
export interface CheckpointMeans {
  readonly hash: Hash;
  readonly key: SigningKey;
  /** Where notes are stored outside of the database; undefined stores them nowhere else. */
  readonly files?: NoteFiles;
}

/** Signs what a cluster's log is, and grows its tree. */
export class Checkpointer {
  constructor(private readonly means: CheckpointMeans) {}

  /**
   * The checkpoint at a revision of the cluster, the last one by default: the one that is there, or a new one, which is
   * signed only when it is consistent with every checkpoint before it, in the database and in the files. Its note is on
   * disk when the transaction commits.
   * @throws CheckpointConflict, LeavesArchived
   */
  async at(tx: Transaction, clusterId: string, revision?: bigint): Promise<StoredCheckpoint> {
    await lockCheckpoints(tx, clusterId);
    const ends = await readLogEnds(tx, clusterId);
    const size = Number((revision ?? ends.head.revision) - beginOf(ends).revision);
    const there = await findCheckpoint(tx, clusterId, size);
    if (there !== undefined) return there;
    const known = await this.#adoptNotes(tx, { clusterId, ends });
    return (await findCheckpoint(tx, clusterId, size)) ?? this.#sign(tx, { clusterId, ends, size }, known);
  }

  /** The roots of the complete subtrees over the own revisions before one, largest first. @throws LeavesArchived */
  async frontier(tx: Transaction, clusterId: string, size: number): Promise<readonly Uint8Array[]> {
    const grown = await this.#grow(tx, { clusterId, ends: await readLogEnds(tx, clusterId), size }, () => undefined);
    return grown.merkle.frontier().subtrees;
  }

  /**
   * Keeps the leaves of the last tile before a size, whose revisions are about to be archived: proofs about what comes
   * after them read them. They are no more than 255.
   */
  async keepLeaves(tx: Transaction, clusterId: string, size: number): Promise<void> {
    const { revision: begin } = beginOf(await readLogEnds(tx, clusterId));
    const first = size - (size % 2 ** TILE_LEVELS);
    const hashes = await readRevisionHashes(tx, clusterId, { first: begin + 1n + BigInt(first), count: size - first });
    // Those of an archive before, in the same tile, are stored already.
    const missing = size - first - hashes.length;
    await insertNodes(
      tx,
      clusterId,
      hashes.map((entry, index) => ({
        level: 0,
        index: first + missing + index,
        hash: leafHash(this.means.hash, entry),
      })),
    );
  }

  /** Reads hashes of subtrees within a size that there is a checkpoint at. @throws LeavesArchived */
  reader(tx: Transaction, clusterId: string, { begin }: { readonly begin: bigint }): SubtreeReader {
    const { hash } = this.means;
    return async (subtrees) => {
      const hashes: Uint8Array[] = [];
      for (const { level, index } of subtrees) {
        const kept = level - (level % TILE_LEVELS);
        const count = 2 ** (level - kept);
        const nodes = await readNodes(tx, clusterId, { level: kept, first: index * count, count });
        if (kept === 0) {
          const rest = { first: begin + 1n + BigInt(index * count + nodes.length), count: count - nodes.length };
          for (const entry of await readRevisionHashes(tx, clusterId, rest)) nodes.push(leafHash(hash, entry));
        }
        if (nodes.length !== count)
          throw new LeavesArchived(`${count - nodes.length} hashes of level ${kept} are not there`);
        const merkle = createMerkleRoot(hash);
        for (const node of nodes) merkle.addLeafHash(node);
        hashes.push(merkle.root());
      }
      return hashes;
    };
  }

  async #sign(tx: Transaction, log: Log, known: Checkpoint | undefined): Promise<StoredCheckpoint> {
    const { key, files } = this.means;
    const { clusterId, ends, size } = log;
    await tx.notBefore(ends.headAt);
    const nodes: HashedSubtree[] = [];
    const { merkle, head } = await this.#grow(
      tx,
      log,
      (tree) => {
        if (tree.size() === known?.size && !equalBytes(tree.root(), known.root)) throw conflict(otherHistory(known));
      },
      nodes,
    );
    if (head.revision === ends.head.revision && !equalBytes(head.hash, ends.head.hash))
      throw conflict('its head is not its last revision');
    const checkpoint: Checkpoint = {
      cluster: clusterId,
      size,
      root: merkle.root(),
      at: tx.at.toISOString(),
      head,
      origin: ends.origin,
    };
    const stored: StoredCheckpoint = {
      size,
      head,
      root: checkpoint.root,
      at: checkpoint.at,
      note: signCheckpoint(checkpoint, key.signer),
      frontier: merkle.frontier(),
    };
    await insertNodes(tx, clusterId, nodes);
    await insertCheckpoint(tx, clusterId, stored);
    // Last, and before the commit: a note that is on disk and in no row is true all the same.
    await files?.append(clusterId, stored.note);
    return stored;
  }

  /**
   * What was signed last, as the files say. Notes whose transaction was lost are in no row: they are true all the same,
   * and are stored now, so that a row that is missing later was removed.
   * @throws CheckpointConflict when the cluster is not that far any more, or another history was signed
   */
  async #adoptNotes(tx: Transaction, log: Omit<Log, 'size'>): Promise<Checkpoint | undefined> {
    const { clusterId, ends } = log;
    const notes = (await this.means.files?.recent(clusterId)) ?? [];
    const known = notes.flatMap((note) => {
      const checkpoint = checkpointOfNote(note, this.means.key.verifier);
      return checkpoint === undefined ? [] : [{ note, checkpoint }];
    });
    const last = known.at(-1)?.checkpoint;
    const now = Number(ends.head.revision - beginOf(ends).revision);
    if (last !== undefined && last.size > now)
      throw conflict(
        `${last.size} revisions were signed for at ${last.at}, and there are ${now}: the database was rolled back`,
      );
    for (const { note, checkpoint } of known)
      if ((await findCheckpoint(tx, clusterId, checkpoint.size)) === undefined)
        await this.#adopt(tx, log, { note, checkpoint });
    return last;
  }

  async #adopt(
    tx: Transaction,
    log: Omit<Log, 'size'>,
    { note, checkpoint: { size, root, at } }: { readonly note: string; readonly checkpoint: Checkpoint },
  ): Promise<void> {
    const nodes: HashedSubtree[] = [];
    const grown = await this.#grow(tx, { ...log, size }, () => undefined, nodes).catch((error: unknown) => {
      if (error instanceof LeavesArchived) return undefined;
      throw error;
    });
    if (grown === undefined) return;
    const { merkle, head } = grown;
    if (!equalBytes(merkle.root(), root)) throw conflict(otherHistory({ size, at }));
    await insertNodes(tx, log.clusterId, nodes);
    await insertCheckpoint(tx, log.clusterId, { size, head, root, at, note, frontier: merkle.frontier() });
  }

  /** The tree at a size, grown from the last checkpoint before it; `nodes` receives the subtrees that are stored. */
  async #grow(
    tx: Transaction,
    { clusterId, ends, size }: Log,
    seen: (tree: MerkleRoot) => void,
    nodes: HashedSubtree[] = [],
  ): Promise<{ readonly merkle: MerkleRoot; readonly head: LogPlace }> {
    const { hash } = this.means;
    const before = await lastCheckpoint(tx, clusterId, size);
    const begin = beginOf(ends);
    let head: LogPlace = before?.head ?? begin;
    const completed = (subtree: Subtree, root: Uint8Array): void => {
      if (subtree.level % TILE_LEVELS === 0) nodes.push({ ...subtree, hash: root });
    };
    const merkle = createMerkleRoot(hash, { completed, ...(before === undefined ? {} : { from: before.frontier }) });
    seen(merkle);
    for await (const links of streamLinks(tx, clusterId, {
      after: head.revision,
      upTo: begin.revision + BigInt(size),
    })) {
      for (const { prevHash, ...link } of links) {
        if (link.revision !== head.revision + 1n)
          throw new LeavesArchived(`revision ${head.revision + 1n} is not there`);
        if (!equalBytes(prevHash, head.hash))
          throw conflict(`revision ${link.revision} does not follow the one before it`);
        merkle.add(link.hash);
        head = link;
        seen(merkle);
      }
    }
    if (merkle.size() !== size) throw new LeavesArchived(`revision ${head.revision + 1n} is not there`);
    return { merkle, head };
  }
}

/**
 * What a note says that this key signed. Of one that another key signed, what it says: it was stored beside the
 * database all the same.
 */
export function checkpointOfNote(note: string, key: NoteVerifier): Checkpoint | undefined {
  const signer = signerOf(note);
  return signer !== undefined && equalBytes(signer.id, key.id) ? openCheckpoint(note, key) : readCheckpoint(note);
}

interface Log {
  readonly clusterId: string;
  readonly ends: LogEnds;
  /** Own revisions. */
  readonly size: number;
}

/** What the first own revision follows. */
export function beginOf({ origin }: Pick<LogEnds, 'origin'>): LogPlace {
  return origin ?? { revision: 0n, position: 0n, hash: genesisHash };
}

function otherHistory({ size, at }: Pick<Checkpoint, 'size' | 'at'>): string {
  return `it is not the history that was signed at ${size} revisions, at ${at}`;
}

function conflict(what: string): CheckpointConflict {
  return new CheckpointConflict(what);
}
