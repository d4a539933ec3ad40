import { createHash } from 'node:crypto';
import type { Transaction } from '#database';
import {
  encodeLocations,
  INDEX_SHAPE,
  listSegments,
  readProgress,
  type IndexShape,
  type Segment,
  type Stretch,
} from '../search/index.js';
import type { DecisionRow } from '../decisions/index.js';
import { ExpectedPostings } from './expected-postings.js';
import { ExpectedSums } from './expected-sums.js';
import {
  readIndexedRange,
  streamPlaces,
  streamPods,
  streamPostings,
  streamTotals,
  streamWaits,
  type IndexedRange,
} from './index-rows.queries.js';

/** A decision as it goes by, and the part that it is of. */
export interface PassingDecision extends Pick<
  DecisionRow,
  | 'run_id'
  | 'ordinal'
  | 'at'
  | 'pod_namespace'
  | 'pod_uid'
  | 'node_name'
  | 'profile_digest'
  | 'profile_name'
  | 'rejections'
  | 'observed'
> {
  readonly outcome: string;
  readonly pod_created_at: Date | null;
  /** The ordinal that its part begins with, and how many decisions that has. */
  readonly part_first: number;
  readonly part_count: number;
}

/** Something that the index says otherwise than the decisions do. */
export interface IndexFault {
  readonly table: string;
  readonly message: string;
}

/** How the index over a cluster's decisions is looked at. */
export interface IndexAuditOptions {
  /** The last revision that is archived, and when it was; undefined where none is. */
  readonly archived?: { readonly revision: bigint; readonly at: Date } | undefined;
  readonly shape?: IndexShape | undefined;
}

/**
 * The index over a cluster's decisions and the sums over them, made again from the decisions as they go by, and
 * compared with what is stored. In memory is a number or two for each posting, and a digest for each block of places.
 */
export class IndexAudit {
  /** Rows that were compared, and those that there is nothing to compare with: postings of labels. */
  readonly counts = { checked: 0, notCheckable: 0 };
  readonly #postings: ExpectedPostings;
  readonly #sums: ExpectedSums;
  readonly #blocks = new Map<number, string>();
  /** The number of the first retained decision. */
  readonly #begin: number;
  #stretches: Stretch[] = [];
  #part = { run: '', first: -1, number: 0, count: 0 };

  private constructor(
    private readonly range: IndexedRange,
    private readonly segments: readonly Segment[],
    private readonly options: IndexAuditOptions,
  ) {
    // Negative only where the rows that it is computed from were edited.
    this.#begin = Math.max(0, range.progress.decisions - range.kept);
    this.#part.number = this.#begin;
    this.#postings = new ExpectedPostings(segments, this.#begin);
    this.#sums = new ExpectedSums(options.archived?.at.toISOString().slice(0, 10));
  }

  static async open(tx: Transaction, clusterId: string, options: IndexAuditOptions): Promise<IndexAudit> {
    const range = await readIndexedRange(tx, clusterId, await readProgress(tx, clusterId));
    return new IndexAudit(range, (await listSegments(tx, clusterId)).reverse(), options);
  }

  /** In the order of the log. */
  add(decision: PassingDecision): void {
    const { run_id: run, ordinal, at, part_first: first, part_count: count } = decision;
    if (run !== this.#part.run || first !== this.#part.first)
      this.#part = { run, first, number: this.#part.number + this.#part.count, count };
    const number = this.#part.number + ordinal - first;
    if (number < 0 || number >= this.range.progress.decisions) return;
    const { pod_namespace: namespace, profile_digest: digest, profile_name: profileName } = decision;
    const rejections = JSON.stringify(decision.rejections);
    const profile = digest === null ? null : { digest: digest.toString('hex'), name: profileName ?? '' };
    const outcome = decision.outcome as DecisionRow['outcome'];
    const agreement = decision.observed?.agreement ?? null;
    this.#postings.add(number, { namespace, node: decision.node_name, outcome, agreement, profile }, rejections);
    this.#sums.add(
      { namespace, outcome, profileName, rejections, podUid: decision.pod_uid, podCreatedAt: decision.pod_created_at },
      at,
    );
    this.#place(number, { run, ordinal, partFirst: first, at });
  }

  /** What does not agree, when all decisions went by. */
  async *faults(tx: Transaction, clusterId: string): AsyncIterable<IndexFault> {
    yield* this.#progressFaults();
    yield* this.#segmentFaults();
    yield* this.#postingFaults(tx, clusterId);
    yield* this.#placeFaults(tx, clusterId);
    for await (const rows of streamTotals(tx, clusterId))
      for (const row of rows) yield* this.#judged('decision_totals', this.#sums.totalsFault(row));
    for await (const rows of streamPods(tx, clusterId)) for (const row of rows) this.#sums.storedPods(row);
    for (const fault of this.#sums.podFaults()) yield* this.#judged('decision_total_pods', fault);
    for await (const rows of streamWaits(tx, clusterId))
      for (const row of rows) yield* this.#judged('decision_waits', this.#sums.waitsFault(row));
    yield* this.#sums.missing();
  }

  *#judged(table: string, message: string | undefined): Iterable<IndexFault> {
    this.counts.checked++;
    if (message !== undefined) yield { table, message };
  }

  *#progressFaults(): Iterable<IndexFault> {
    const {
      progress: { decisions, revision, taken, since },
      kept,
      lastRevision,
      nextRevision,
      nextAt,
    } = this.range;
    const { archived } = this.options;
    const isSo =
      (archived === undefined ? decisions === kept : decisions >= kept && revision >= archived.revision) &&
      revision >= (lastRevision ?? 0n) &&
      (nextRevision !== null || taken === 0) &&
      (nextAt === null || since.getTime() <= nextAt.getTime() + SLACK_MS);
    yield* this.#judged('decision_indexes', isSo ? undefined : 'says another progress than the log has decisions');
  }

  /** Segments follow each other up to what is indexed. */
  *#segmentFaults(): Iterable<IndexFault> {
    let end = 0;
    for (const { first, size } of this.segments) {
      yield* this.#judged('decision_segments', first === end ? undefined : `begins at ${first} instead of ${end}`);
      end = first + size;
    }
    if (end !== this.range.progress.decisions)
      yield {
        table: 'decision_indexes, decision_segments',
        message: `segments end at ${end}, and ${this.range.progress.decisions} decisions are indexed`,
      };
  }

  async *#postingFaults(tx: Transaction, clusterId: string): AsyncIterable<IndexFault> {
    const expected = this.#postings.bySegment();
    for await (const rows of streamPostings(tx, clusterId)) {
      for (const row of rows) {
        const fault = this.#postings.judge(row, expected);
        if (fault === 'unknown') this.counts.notCheckable++;
        const place = `${row.facet.toString('hex')} of the segment at ${row.first}`;
        yield* this.#judged(
          'decision_postings',
          fault === undefined || fault === 'unknown' ? undefined : `${place} ${fault}`,
        );
      }
    }
    for (const [first, facets] of expected)
      for (const facet of facets.keys())
        yield { table: 'decision_postings', message: `${facet} of the segment at ${first} is missing` };
  }

  async *#placeFaults(tx: Transaction, clusterId: string): AsyncIterable<IndexFault> {
    const size = this.#blockSize;
    const blocks = Math.floor(this.range.progress.decisions / size);
    let next = 0;
    for await (const rows of streamPlaces(tx, clusterId)) {
      for (const { block: text, ...row } of rows) {
        const block = Number(text);
        const expected = this.#blocks.get(block);
        // The decisions of blocks that begin before the first retained one are archived, some of them or all.
        const isSo = block * size < this.#begin || digestOf(row.places, row) === expected;
        const fault = block >= blocks || block < next ? 'is of no decisions' : isSo ? undefined : 'is not their places';
        yield* missingBlocks(next, Math.min(block, blocks));
        next = block + 1;
        yield* this.#judged('decision_places', fault && `block ${block} ${fault}`);
      }
    }
    yield* missingBlocks(next, blocks);
  }

  #place(number: number, location: Omit<Stretch, 'offset'>): void {
    const size = this.#blockSize;
    const offset = number % size;
    const before = this.#stretches.at(-1);
    const isNew =
      before?.run !== location.run || before.partFirst !== location.partFirst || this.#stretches.length === 0;
    if (offset === 0 || isNew) this.#stretches.push({ ...location, offset });
    if (offset !== size - 1) return;
    const times = this.#stretches.map(({ at }) => at.getTime());
    const span = { since: new Date(Math.min(...times)), until: new Date(Math.max(...times)) };
    this.#blocks.set(Math.floor(number / size), digestOf(encodeLocations(this.#stretches), span));
    this.#stretches = [];
  }

  get #blockSize(): number {
    return (this.options.shape ?? INDEX_SHAPE).block;
  }
}

/** A database's clock may have been set back between two revisions. */
const SLACK_MS = 60_000;

function* missingBlocks(from: number, to: number): Iterable<IndexFault> {
  if (from < to) yield { table: 'decision_places', message: `blocks ${from} to ${to - 1} are missing` };
}

function digestOf(places: Buffer, { since, until }: { readonly since: Date; readonly until: Date }): string {
  return createHash('sha256').update(`${since.toISOString()} ${until.toISOString()} `).update(places).digest('hex');
}
