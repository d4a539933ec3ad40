import {
  checkpointText,
  createMerkleRoot,
  equalBytes,
  openCheckpoint,
  parseCheckpoint,
  readCheckpoint,
  signerOf,
  toHex,
  type Checkpoint,
  type Hash,
  type LogOrigin,
  type MerkleFrontier,
  type MerkleRoot,
  type NoteVerifier,
} from '#ledger';
import { checkpointOfNote, KEY_CHANGE, type StoredCheckpoint } from '#history';
import type { Findings } from './findings.js';
import type { LogAuditor } from './walk-log.js';
import type { LoggedChange, LoggedRevision } from './logged.js';

/** What the checkpoints of a cluster are checked with. */
export interface CheckpointCheck {
  readonly clusterId: string;
  readonly hash: Hash;
  readonly findings: Findings;
  /** The key that signs here; without one, signatures are not looked at. */
  readonly key: NoteVerifier | undefined;
  readonly origin: LogOrigin | null;
  /** The tree over the revisions before the first that is there. */
  readonly from: MerkleFrontier;
  /** Stored checkpoints, the smallest first. */
  readonly stored: readonly StoredCheckpoint[];
  /** Stored subtrees, by level and index. */
  readonly nodes: ReadonlyMap<string, Uint8Array>;
  /** What was stored outside of the database, read before the database was. */
  readonly notes: NotedCheckpoints;
}

/** The notes of a cluster as they are stored outside of the database. */
export interface NotedCheckpoints {
  /** The last whole one. */
  readonly last?: string | undefined;
  /** What sizes all of them are of, in their order. */
  readonly sizes: readonly number[];
}

/** Another key signs from here on, as the log says. Ids are hexadecimal. */
export interface KeyChange {
  readonly cluster: string;
  readonly revision: string;
  /** RFC 3339 UTC. */
  readonly at: string;
  readonly before: string;
  readonly after: string;
}

/** The place of a subtree among those that are stored. */
export function nodeKey({ level, index }: { readonly level: number; readonly index: number }): string {
  return `${level} ${index}`;
}

/** So many levels are between two that are stored. */
const TILE_LEVELS = 8;

/**
 * The tree over a cluster's revisions, grown again: at each checkpoint it has the root, the head and the
 * subtrees that were signed and stored, and what was signed and stored elsewhere is not beyond the database, which
 * was rolled back otherwise.
 */
export class CheckpointAuditor implements LogAuditor {
  readonly #merkle: MerkleRoot;
  readonly #known: Checkpoint | undefined;
  readonly #unseen: Set<string>;
  /** In the order of the log. */
  readonly keyChanges: KeyChange[] = [];
  /** Checkpoints that say another key signed them. */
  readonly #foreign: { readonly revision: bigint; readonly size: number; readonly keyId: string }[] = [];
  #next = 0;

  constructor(private readonly check: CheckpointCheck) {
    const { hash, from, key, notes, nodes } = check;
    this.#known = notes.last === undefined ? undefined : knownOf(notes.last, key);
    this.#unseen = new Set(nodes.keys());
    this.#merkle = createMerkleRoot(hash, {
      from,
      completed: (subtree, root) => {
        this.#completed(subtree, root);
      },
    });
    for (let one = check.stored[0]; one !== undefined && one.size <= from.size; one = check.stored[++this.#next])
      this.#judgeEarlier(one);
    if (notes.last !== undefined && this.#known === undefined)
      this.#add(undefined, 'the file of notes ends in one that is none of the key, or says nothing');
  }

  change({ row, json }: LoggedChange): void {
    if (row.op !== 'note' || row.kind !== KEY_CHANGE) return;
    const { before } = (json ?? {}) as { readonly before?: { readonly key?: unknown } };
    this.keyChanges.push({
      cluster: this.check.clusterId,
      revision: String(row.revision),
      at: row.at,
      before: String(before?.key),
      after: row.name,
    });
  }

  seal({ revision, firstPosition, count, hash }: LoggedRevision): void {
    this.#merkle.add(hash);
    const size = this.#merkle.size();
    if (this.#known?.size === size && !equalBytes(this.#known.root, this.#merkle.root()))
      this.#add(revision, 'is another history than the one that was signed, as the file of notes says');
    for (
      let one = this.check.stored[this.#next];
      one !== undefined && one.size <= size;
      one = this.check.stored[++this.#next]
    ) {
      this.check.findings.checked++;
      if (one.size < size)
        this.#add(
          revision,
          `the checkpoint at ${one.size} is of a size that the log behind its beginning does not have`,
        );
      else this.#judge(one, { revision, position: firstPosition + BigInt(count) - 1n, hash });
    }
  }

  /** When the whole log has gone by. */
  end(): void {
    const size = this.#merkle.size();
    for (const { size: beyond, head } of this.check.stored.slice(this.#next))
      this.#add(head.revision, `the checkpoint at ${beyond} is beyond the ${size} revisions that are there`);
    if (this.#known !== undefined && this.#known.size > size) {
      this.#add(
        this.#known.head.revision,
        `${this.#known.size} revisions were signed for at ${this.#known.at}, as the file of notes says, and ` +
          `${size} are there: the database was rolled back`,
      );
    }
    this.#judgeKeys();
    this.#judgeNotes();
    const last = this.check.stored.at(-1)?.size ?? 0;
    for (const key of this.#unseen) {
      const [level = 0, index = 0] = key.split(' ').map(Number);
      // What is over archived revisions alone cannot be computed again.
      if ((index + 1) * 2 ** level > this.check.from.size || level % TILE_LEVELS !== 0) this.#addNode(key, last);
    }
  }

  #judge(
    stored: StoredCheckpoint,
    { revision, position, hash }: { readonly revision: bigint; readonly position: bigint; readonly hash: Uint8Array },
  ): void {
    const fault = (message: string): void => {
      this.#add(revision, `the checkpoint at ${stored.size} ${message}`);
    };
    const { head, root, frontier } = stored;
    if (!equalBytes(root, this.#merkle.root())) fault('has another root than the tree');
    if (head.revision !== revision || head.position !== position || !equalBytes(head.hash, hash))
      fault('says another head than its revision');
    const subtrees = this.#merkle.frontier().subtrees;
    if (
      frontier.subtrees.length !== subtrees.length ||
      !subtrees.every((subtree, index) => equalBytes(subtree, frontier.subtrees[index] ?? new Uint8Array(0)))
    )
      fault('has another frontier than the tree');
    this.#judgeNote(stored);
  }

  /** Its revisions are archived, or it is of none: what it says has to be what was signed. */
  #judgeEarlier(stored: StoredCheckpoint): void {
    const { size, head, root, frontier } = stored;
    this.check.findings.checked++;
    // As many subtrees as the size has ones in binary.
    const isWhole = frontier.subtrees.length === size.toString(2).replaceAll('0', '').length;
    if (!isWhole || !equalBytes(createMerkleRoot(this.check.hash, { from: frontier }).root(), root))
      this.#add(head.revision, `the checkpoint at ${size} has another frontier than its root`);
    this.#judgeNote(stored);
  }

  #judgeNote({ size, head, root, at, note }: StoredCheckpoint): void {
    const { clusterId: cluster, origin, key } = this.check;
    const { revision } = head;
    const fault = (message: string): void => {
      this.#add(revision, `the checkpoint at ${size} ${message}`);
    };
    const said = checkpointText({ cluster, size, root, at, head, origin });
    if (note.slice(0, note.lastIndexOf('\n\n') + 1) !== said || parseCheckpoint(said) === undefined)
      fault('says something else in its note');
    const signer = signerOf(note);
    if (key === undefined) this.check.findings.notCheckable++;
    else if (signer?.name === key.name && !equalBytes(signer.id, key.id))
      this.#foreign.push({ revision, size, keyId: toHex(signer.id) });
    else if (openCheckpoint(note, key) === undefined) fault('has a signature that is not its');
  }

  /** Only keys sign that the log names; of those before the present one there is nothing to verify with. */
  #judgeKeys(): void {
    const named = new Set(this.keyChanges.flatMap(({ before, after }) => [before, after]));
    for (const { revision, size, keyId } of this.#foreign) {
      // The entry that names a key may be archived with what it signed.
      if (named.has(keyId) || size <= this.check.from.size) this.check.findings.notCheckable++;
      else this.#add(revision, `the checkpoint at ${size} is signed by key ${keyId}, which no entry of the log names`);
    }
  }

  /** A note is in no row where its transaction was lost; the next one that is signed makes up for that. */
  #judgeNotes(): void {
    const { notes, stored, from } = this.check;
    const there = new Set(stored.map(({ size }) => size));
    const last = notes.sizes.at(-1);
    for (const size of new Set(notes.sizes)) {
      if (size <= from.size || size > this.#merkle.size() || size === last || there.has(size)) continue;
      this.#add(undefined, `the checkpoint at ${size} is in the file of notes, and in no row`);
    }
  }

  #completed(subtree: { readonly level: number; readonly index: number }, root: Uint8Array): void {
    if (subtree.level % TILE_LEVELS !== 0) return;
    const key = nodeKey(subtree);
    const kept = this.check.nodes.get(key);
    const end = (subtree.index + 1) * 2 ** subtree.level;
    const last = this.check.stored.at(-1)?.size ?? 0;
    this.#unseen.delete(key);
    // A subtree is stored with the first checkpoint that has it.
    if (kept === undefined ? end <= last : !equalBytes(kept, root)) this.#addNode(key, last);
  }

  #addNode(key: string, last: number): void {
    this.check.findings.add({
      cluster: this.check.clusterId,
      table: 'merkle_nodes',
      message: `the subtree ${key} is not that of the tree up to ${last}`,
    });
  }

  #add(revision: bigint | undefined, message: string): void {
    this.check.findings.add({
      cluster: this.check.clusterId,
      ...(revision !== undefined && { revision: String(revision) }),
      table: 'checkpoints',
      message,
    });
  }
}

function knownOf(note: string, key: NoteVerifier | undefined): Checkpoint | undefined {
  return key === undefined ? readCheckpoint(note) : checkpointOfNote(note, key);
}
