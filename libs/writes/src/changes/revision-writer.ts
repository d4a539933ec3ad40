import type { Caller, CopyValue, Transaction } from '#database';
import {
  canonicalBytes,
  changeLeaf,
  createMerkleRoot,
  passingBytes,
  sealRevision,
  type MerkleRoot,
  type SealedRevision,
} from '#ledger';
import { causeText } from './cause.js';
import type { Change, ChangeOp } from './change.js';
import type { DraftedChange } from './draft.js';
import { writeChangeRows } from './change.store.js';
import { sha256 } from '#requests';
import { advanceHead, type ClusterHead, type ObjectCounts } from './cluster-head.store.js';

/** A revision before it is written. */
export interface DraftedRevision {
  readonly revision: SealedRevision;
  readonly next: ClusterHead;
  /** How many objects it adds. */
  readonly more: ObjectCounts;
  /** Rows of its changes. */
  readonly changes: readonly CopyValue[][];
}

/** The next revision of a cluster, written as it grows: changes take the positions after the head's, in order. */
export class RevisionWriter {
  readonly #merkle: MerkleRoot;
  #position: bigint;
  readonly #drafted: CopyValue[][] = [];
  readonly #more = { nodes: 0, pods: 0 };

  constructor(
    private readonly tx: Transaction,
    private readonly head: ClusterHead,
    /** The time of the cluster, unless a change has another; null without a clock. */
    private readonly clusterAt: Date | null,
  ) {
    this.#merkle = createMerkleRoot(sha256);
    this.#position = head.position;
  }

  /** Position of the last change so far. */
  get position(): bigint {
    return this.#position;
  }

  /** Writes changes; the first of them takes the position after `position`. */
  async append(changes: Iterable<DraftedChange>): Promise<void> {
    await writeChangeRows(this.tx, this.#rows(changes));
  }

  /** Takes in changes without writing them yet: that is for `writeDrafted`, before or after the revision is sealed. */
  draft(changes: Iterable<DraftedChange>): void {
    for (const row of this.#rows(changes)) this.#drafted.push(row);
  }

  async writeDrafted(): Promise<void> {
    await writeChangeRows(this.tx, this.#drafted);
  }

  /**
   * Takes decisions into the revision: the entries of their leaves, in order, after all changes. Each is hashed
   * before the next is asked for.
   */
  follow(decisionLeaves: Iterable<Uint8Array>): void {
    for (const leaf of decisionLeaves) this.#merkle.add(leaf);
  }

  /**
   * Writes the revision and advances the head from exactly where it was read; answers the new head. `clusterAt`: the
   * time of the cluster then, where it has a clock.
   * @throws an error that `lostRace` knows when another writer came first
   */
  async seal(clusterAt: Date | null): Promise<ClusterHead> {
    const { revision, next, more } = this.sealed(clusterAt);
    await advanceHead(this.tx, revision, more);
    return next;
  }

  /** The revision with all that it took in, the head that it leads to, and the rows of changes not written yet. */
  sealed(clusterAt: Date | null): DraftedRevision {
    const { tx, head } = this;
    if (tx.at < head.at) throw new Error('the transaction did not hear that its head is later than the clock');
    const revision = sealRevision(sha256, {
      cluster: head.clusterId,
      revision: head.revision + 1n,
      firstPosition: head.position + 1n,
      count: Number(this.#position - head.position),
      at: tx.at.toISOString(),
      ...authorOf(tx.caller),
      leafRoot: this.#merkle.root(),
      prevHash: head.hash,
      clusterAt: clusterAt?.toISOString() ?? null,
    });
    const next = { ...head, position: this.#position, revision: revision.revision, hash: revision.hash, at: tx.at };
    return { revision, next, more: this.#more, changes: this.#drafted };
  }

  #count({ op, apiVersion, kind }: Change): void {
    if (apiVersion !== 'v1') return;
    if (kind === 'Pod') this.#more.pods += ADDED[op];
    else if (kind === 'Node') this.#more.nodes += ADDED[op];
  }

  *#rows(changes: Iterable<DraftedChange>): Iterable<CopyValue[]> {
    const { clusterId } = this.head;
    const revision = this.head.revision + 1n;
    for (const { change, moment } of changes) {
      const { op, apiVersion, kind, namespace, name, uid } = change;
      const position = ++this.#position;
      this.#count(change);
      const body = canonicalBytes(change.body);
      const admission = change.admission === undefined ? null : canonicalBytes(change.admission);
      const at = this.clusterAt && (moment?.at ?? this.clusterAt);
      const cause = moment?.cause === undefined ? null : causeText(moment.cause);
      const named = { position, op, apiVersion, kind, namespace: namespace || null, name, uid };
      const hashed = { ...named, body, admission, clusterAt: at?.toISOString() ?? null, cause };
      this.#merkle.add(changeLeaf(sha256, hashed, passingBytes));
      const row = [clusterId, position, revision, this.tx.at, op, apiVersion, kind, namespace, name, uid];
      yield [...row, body, admission, at, cause];
    }
  }
}

/** By how much a change of that kind adds to the number of objects. */
const ADDED: Readonly<Record<ChangeOp, number>> = { create: 1, update: 0, bind: 0, evict: -1, delete: -1, note: 0 };

function authorOf({
  actor,
  principal,
  requestId,
  client,
  reason,
}: Caller): Pick<SealedRevision, 'actor' | 'principal' | 'requestId' | 'client' | 'reason'> {
  return { actor, principal, requestId, client, reason };
}
