import { setImmediate } from 'node:timers/promises';
import { FEW_ROWS, type Transaction } from '#database';
import { rowStatements, writeRows } from '#rows';
import { holdHead, type ClusterHead } from './cluster-head.store.js';
import type { CompletedDraft, Draft } from './draft.js';
import type { RunRows } from './run-rows.js';
import { RevisionWriter } from './revision-writer.js';

/** What holds where a draft is committed. */
export interface CommitOptions {
  /** The head is locked since it was read: no other transaction can have moved it. */
  readonly headHeld: boolean;
  /** Nothing follows in the transaction: it may end with the draft, in the same round trip. */
  readonly concludes?: boolean;
}

/**
 * Writes a completed draft as one revision, on exactly the head that it was made on; answers the new head.
 * Undefined when another writer was first: the transaction must then be abandoned. How it reaches PostgreSQL is
 * decided here alone: what is few goes in one round trip, with the end of the transaction where that may be;
 * what is much goes by COPY.
 * @throws an error that `lostRace` knows, where a statement finds that another writer was first
 */
export function commit(
  tx: Transaction,
  draft: CompletedDraft,
  options: CommitOptions,
): Promise<ClusterHead | undefined> {
  return new DraftWriter(tx, draft).commit(draft, options);
}

/** Writes one draft, in one piece, or in several where it is too large to be held; the head is held then. */
export class DraftWriter {
  readonly #revision: RevisionWriter;

  constructor(
    private readonly tx: Transaction,
    private readonly draft: Draft,
  ) {
    this.#revision = new RevisionWriter(tx, draft.head, draft.head.clock && draft.at);
  }

  /** Writes what the draft has, rows and changes; the revision goes on with what comes later. */
  async flush(): Promise<void> {
    const { tx, draft } = this;
    if (draft.changes.length === 0) return;
    draft.number();
    await writeRows(tx, draft.head, draft.rows());
    await this.#revision.append(draft.drafted);
    draft.flushed();
  }

  /** @see commit */
  async commit(
    draft: CompletedDraft,
    { headHeld, concludes = false }: CommitOptions,
  ): Promise<ClusterHead | undefined> {
    draft.number();
    const next = isFew(draft) ? await this.#atOnce(concludes) : await this.#inOrder(headHeld);
    if (next !== undefined) draft.written(next);
    return next;
  }

  /** The revision goes first, and holds the head from then on: the statements sent with it are refused with it. */
  async #atOnce(concludes: boolean): Promise<ClusterHead> {
    const { tx, draft } = this;
    const { run } = draft;
    const shared = run?.shared;
    const rows = draft.rows();
    this.#revision.draft(draft.drafted);
    this.#revision.follow(leavesOf(run, tx.at));
    const statements = [
      ...(shared === undefined ? [] : [() => shared(tx)]),
      ...(run === undefined ? [] : [() => run.part(tx)]),
      () => this.#revision.writeDrafted(),
      ...rowStatements(tx, draft.head, rows),
      ...(run?.evidence ?? []).map(
        ({ write }) =>
          () =>
            write(tx),
      ),
      ...(run === undefined ? [] : [() => run.progress(tx)]),
    ];
    // The answers report rows that are not as they were read: the end of the transaction waits for these, but for
    // pods that were just read. It waits as well for what is only written if it is not there.
    const waitsForNothing =
      rows.inserted.length + rows.replaced.length + rows.removed.length === 0 && shared === undefined;
    const [next] =
      concludes && waitsForNothing
        ? await tx.conclude(() => this.#revision.seal(draft.clusterAt), ...statements)
        : await tx.together(() => this.#revision.seal(draft.clusterAt), ...statements);
    return next;
  }

  /**
   * What is the run's own goes first, and rows when the head is ours: who touched these before the head could wait for
   * a writer that waits for them.
   */
  async #inOrder(headHeld: boolean): Promise<ClusterHead | undefined> {
    const { tx, draft } = this;
    const { run, head } = draft;
    const writeOnHead = async (): Promise<boolean> => {
      for (const { write } of run?.evidence ?? []) await write(tx);
      if (!headHeld && !(await holdHead(tx, head))) return false;
      await run?.shared?.(tx);
      await writeRows(tx, head, draft.rows());
      return true;
    };
    // The leaves are hashed while PostgreSQL writes the rows.
    const [held] = await Promise.all([writeOnHead(), this.#takeIn()]);
    if (!held) return undefined;
    await this.#revision.writeDrafted();
    await run?.part(tx);
    const next = await this.#revision.seal(this.draft.clusterAt);
    await run?.progress(tx);
    return next;
  }

  /** In slices: between them the event loop serves what is under way to PostgreSQL, and other work. */
  async #takeIn(): Promise<void> {
    const { drafted, run } = this.draft;
    const { at } = this.tx;
    for (let first = 0; first < drafted.length; first += AT_ONCE) {
      await setImmediate();
      this.#revision.draft(drafted.slice(first, first + AT_ONCE));
    }
    const count = run?.decisions.count ?? 0;
    for (let first = 0; first < count; first += AT_ONCE) {
      await setImmediate();
      this.#revision.follow(leavesOf(run, at, { from: first, to: first + AT_ONCE }));
    }
  }
}

/** So many leaves are hashed at once: a millisecond. */
const AT_ONCE = 100;

/** Few enough to go without COPY, and so in one round trip. */
export function isFew({ isFlushed, changes, run }: Draft): boolean {
  if (isFlushed) return false;
  return (
    Math.max(changes.length, run?.decisions.count ?? 0, ...(run?.evidence ?? []).map(({ count }) => count)) <= FEW_ROWS
  );
}

function leavesOf(
  run: RunRows | undefined,
  at: Date,
  { from, to } = { from: 0, to: run?.decisions.count ?? 0 },
): Iterable<Uint8Array> {
  return run?.decisions.leaves({ from, to, at }) ?? [];
}
