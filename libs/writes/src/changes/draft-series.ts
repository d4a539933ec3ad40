import { FEW_ROWS, type Transaction } from '#database';
import { rowStatements, type ReadAhead } from '#rows';
import { writeChangeRows } from './change.store.js';
import { advanceHeadBy, type ClusterHead, type ObjectCounts } from './cluster-head.store.js';
import { commit, isFew } from './commit.js';
import type { CompletedDraft } from './draft.js';
import { RevisionWriter, type DraftedRevision } from './revision-writer.js';
import { SeriesRows } from './series-rows.js';

/**
 * Drafts of one transaction that holds the head: each is a revision of its own, behind that of the draft before it.
 * They are written together, one statement a table, when they are many, or when a writer is about to read rows: what
 * was read ahead has them at once.
 */
export class DraftSeries {
  #head: ClusterHead;
  /** Where the drafts begin that are not written yet. */
  #from: ClusterHead;
  #drafted: DraftedRevision[] = [];
  #rows = new SeriesRows();

  /** `tx`: what the writers share. */
  constructor(
    private readonly tx: Transaction,
    head: ClusterHead,
    private readonly ahead: ReadAhead,
  ) {
    this.#head = head;
    this.#from = head;
  }

  /** Behind the last draft. */
  get head(): ClusterHead {
    return this.#head;
  }

  /** Takes in a draft that was made on the head of the series. `tx`: the transaction as its writer has it. */
  async add(tx: Transaction, draft: CompletedDraft): Promise<void> {
    if (!isFew(draft) || draft.run !== undefined) return this.#addLarge(tx, draft);
    draft.number();
    const rows = draft.rows();
    if (this.#changeCount + draft.changes.length > FEW_ROWS || !this.#rows.take(rows)) {
      await this.flush();
      this.#rows.take(rows);
    }
    const writer = new RevisionWriter(tx, draft.head, draft.head.clock && draft.at);
    writer.draft(draft.drafted);
    const drafted = writer.sealed(draft.clusterAt);
    this.#drafted.push(drafted);
    this.#head = drafted.next;
    this.ahead.wrote(rows);
    draft.written(drafted.next);
  }

  async #addLarge(tx: Transaction, draft: CompletedDraft): Promise<void> {
    await this.flush();
    const next = await commit(tx, draft, { headHeld: true });
    if (next === undefined) throw new Error('the head is held, and has moved');
    this.#head = this.#from = next;
    this.ahead.wrote(draft.rows());
  }

  get #changeCount(): number {
    return this.#drafted.reduce((sum, { changes }) => sum + changes.length, 0);
  }

  /** Writes what is not written yet; undefined where there is nothing. */
  flush(): Promise<void> | undefined {
    if (this.#drafted.length === 0) return undefined;
    const { tx } = this;
    const drafted = this.#drafted;
    const rows = this.#rows.written;
    const move = { from: this.#from, to: this.#head, more: sumOf(drafted) };
    this.#drafted = [];
    this.#rows = new SeriesRows();
    this.#from = this.#head;
    const revisions = drafted.map(({ revision }) => revision);
    const changes = drafted.flatMap((one) => one.changes);
    // The revisions go first: what is sent behind a head that has moved is refused with them.
    return tx
      .together(
        () => advanceHeadBy(tx, revisions, move),
        () => writeChangeRows(tx, changes),
        ...rowStatements(tx, move.from, rows),
      )
      .then(() => undefined);
  }
}

function sumOf(drafted: readonly DraftedRevision[]): ObjectCounts {
  return {
    nodes: drafted.reduce((sum, { more }) => sum + more.nodes, 0),
    pods: drafted.reduce((sum, { more }) => sum + more.pods, 0),
  };
}
