import { ownField } from '#json';
import type { RowReader, Transaction } from '#database';
import type { Hash } from '#trace';
import {
  readChunks,
  readParts,
  readRuns,
  readTraced,
  type ChunkRow,
  type PartRow,
  type RunRow,
  type TracedRow,
} from './evidence.queries.js';
import type { Findings, Violation } from './findings.js';
import { judgeTraces } from './part-traces.js';
import { SharedContents } from './shared-contents.js';

/** What the evidence of a cluster is checked with. */
export interface EvidenceCheck {
  readonly clusterId: string;
  readonly teamId: string;
  readonly hash: Hash;
  readonly findings: Findings;
  /** The last revision that is archived, with its parts and decisions; 0 where none is. */
  readonly archivedUpTo: bigint;
}

/**
 * Nothing that was answered is lost: runs have the parts and decisions that they say, parts follow each other without a
 * gap and are the revisions that they name, every decision is in one of them, and its trace is where it says and what
 * its digest was made of. Run by run, with one part in memory.
 */
export async function verifyEvidence(tx: Transaction, check: EvidenceCheck): Promise<void> {
  const contents = await SharedContents.check(tx, check.clusterId, check);
  const readers: Readers = {
    runs: await readRuns(tx, check.clusterId),
    parts: await readParts(tx, check.clusterId),
    traced: await readTraced(tx, check.clusterId),
    chunks: await readChunks(tx, check.clusterId),
  };
  const evidence = new EvidenceReading(readers, contents, check);
  for (let run = readers.runs.head; run !== undefined; run = readers.runs.head) {
    await evidence.strays(run.run_id);
    await evidence.run(run);
    await readers.runs.advance();
  }
  await evidence.strays(undefined);
}

interface Readers {
  readonly runs: RowReader<RunRow>;
  readonly parts: RowReader<PartRow>;
  readonly traced: RowReader<TracedRow>;
  readonly chunks: RowReader<ChunkRow>;
}

/** What was seen of a run so far. */
interface RunSeen {
  readonly run: string;
  parts: number;
  /** The first part that is there; others only where those before it are archived. */
  begun: number;
  decisions: number;
  /** Pods: who has two decisions is one. */
  selected: number;
  lastRevision: string | null;
  readonly counts: Map<string, number>;
}

class EvidenceReading {
  constructor(
    private readonly readers: Readers,
    private readonly contents: SharedContents,
    private readonly check: EvidenceCheck,
  ) {}

  /** Rows of runs before this one, or of all that are left: their run is not there. */
  async strays(before: string | undefined): Promise<void> {
    const tables = { run_parts: this.readers.parts, decisions: this.readers.traced, trace_chunks: this.readers.chunks };
    for (const [table, reader] of Object.entries(tables)) {
      const counts = new Map<string, number>();
      for await (const { run_id } of (reader as RowReader<{ readonly run_id: string }>).while(
        (row) => before === undefined || row.run_id < before,
      )) {
        counts.set(run_id, (counts.get(run_id) ?? 0) + 1);
      }
      for (const [run, count] of counts)
        this.#add({ run, table, message: `${count} rows are of a run that is not there` });
    }
  }

  async run(row: RunRow): Promise<void> {
    const seen: RunSeen = {
      run: row.run_id,
      parts: 0,
      begun: 0,
      decisions: 0,
      selected: 0,
      lastRevision: null,
      counts: new Map(),
    };
    for await (const part of this.readers.parts.while(({ run_id }) => run_id === row.run_id))
      await this.#part(part, seen);
    for await (const { ordinal } of this.readers.traced.while(({ run_id }) => run_id === row.run_id)) {
      this.#add({ run: row.run_id, ordinal, table: 'decisions', message: 'is in no part of its run' });
    }
    for await (const { chunk } of this.readers.chunks.while(({ run_id }) => run_id === row.run_id)) {
      this.#add({ run: row.run_id, table: 'trace_chunks', message: `chunk ${chunk} is of no part of its run` });
    }
    this.#total(row, seen);
  }

  #total({ team_id: team, state, parts, revision, counts }: RunRow, seen: RunSeen): void {
    this.check.findings.checked++;
    const { run } = seen;
    const fault = (message: string): void => {
      this.#add({ run, table: 'runs', message });
    };
    if (team !== this.check.teamId) fault('is of another team than its cluster');
    // What was cancelled or failed may have ended between a part and what it says of itself; what was
    // answered as complete did not.
    if (state !== 'complete' || (revision !== null && BigInt(revision) <= this.check.archivedUpTo)) return;
    if (parts !== seen.parts) fault(`says that it has ${parts} parts, and has ${seen.parts}`);
    if (revision !== seen.lastRevision && seen.lastRevision !== null)
      fault(`says that it ended with revision ${revision ?? '-'}, and its last part is ${seen.lastRevision}`);
    // The first parts of a run may be archived, and what they decided.
    if (seen.begun > 0) return;
    // Rows that were written before it was counted do not say it.
    const { selected = seen.selected, ...outcomes } = counts;
    if (selected !== seen.selected)
      fault(`says that ${selected} pods were selected, and there are decisions of ${seen.selected}`);
    for (const outcome of new Set([...Object.keys(outcomes), ...seen.counts.keys()])) {
      const [said, there] = [ownField(outcomes, outcome) ?? 0, seen.counts.get(outcome) ?? 0];
      if (said !== there) fault(`says that ${said} pods were ${outcome}, and ${there} decisions are there`);
    }
  }

  async #part(part: PartRow, seen: RunSeen): Promise<void> {
    const { run_id: run, part: number, revision, base_position, first_ordinal, first_position, count } = part;
    const fault = (message: string): void => {
      this.#add({ run, revision, table: 'run_parts', message: `part ${number} ${message}` });
    };
    this.check.findings.checked++;
    if (seen.lastRevision === null && this.check.archivedUpTo > 0n) {
      [seen.begun, seen.parts, seen.decisions] = [number, number, first_ordinal];
    }
    // Attempts of a cluster that lives are numbered through all of its runs, and lie between the changes of their
    // revision: where, is checked beside these.
    const first = this.readers.traced.head;
    const isLived = first?.run_id === run && first.woken !== null;
    if (isLived && number === 0) seen.decisions = first_ordinal;
    if (number !== seen.parts) fault(`stands where part ${seen.parts} must`);
    if (first_ordinal !== seen.decisions) fault(`begins at ordinal ${first_ordinal} instead of ${seen.decisions}`);
    if (first_position === null) fault('is of a revision that is not there at its time');
    else {
      const before = BigInt(first_position) - 1n;
      const latest = isLived ? BigInt(part.last_position ?? before) : before;
      // What another scheduler decided is judged later, on the cluster as it was then.
      const earliest = first?.run_id === run && first.is_observed ? 0n : before;
      if (BigInt(base_position) < earliest || BigInt(base_position) > latest)
        fault(`was decided on position ${base_position}, and its revision follows ${before}`);
    }
    const traced = await this.#decisions(part, seen);
    seen.parts = number + 1;
    seen.decisions = Math.max(seen.decisions, first_ordinal + count);
    seen.lastRevision = revision;
    await this.#traces(part, traced);
  }

  /** The decisions of a part in their places; those of them that have a trace. */
  async #decisions({ run_id: run, at, first_ordinal, count }: PartRow, seen: RunSeen): Promise<TracedRow[]> {
    const traced: TracedRow[] = [];
    let expected = first_ordinal;
    const end = first_ordinal + count;
    for await (const row of this.readers.traced.while((next) => next.run_id === run && next.ordinal < end)) {
      this.check.findings.checked++;
      const { ordinal } = row;
      const place = { run, ordinal, table: 'decisions' };
      if (ordinal < expected)
        this.#add({ ...place, message: 'stands where another decision does, or before its part' });
      if (ordinal > expected) this.#lost(run, expected, ordinal);
      expected = Math.max(expected, ordinal + 1);
      if (row.at.getTime() !== at.getTime()) this.#add({ ...place, message: 'says another time than its part' });
      seen.counts.set(row.outcome, (seen.counts.get(row.outcome) ?? 0) + 1);
      if (row.attempt === 1) seen.selected++;
      if (row.trace_digest !== null) traced.push(row);
      else if (row.trace_chunk !== null || row.trace_index !== null)
        this.#add({ ...place, message: 'names a trace and has no digest of one' });
    }
    if (expected < end) this.#lost(run, expected, end);
    return traced;
  }

  #lost(run: string, from: number, to: number): void {
    this.#add({
      run,
      ordinal: from,
      table: 'decisions',
      message: to - from === 1 ? 'the decision is missing' : `the decisions up to ordinal ${to - 1} are missing`,
    });
  }

  async #traces({ run_id: run, at }: PartRow, traced: readonly TracedRow[]): Promise<void> {
    const last = traced.reduce((most, { trace_chunk }) => Math.max(most, trace_chunk ?? -1), -1);
    const chunks: ChunkRow[] = [];
    for await (const chunk of this.readers.chunks.while((next) => next.run_id === run && next.chunk <= last))
      chunks.push(chunk);
    if (traced.length === 0 && chunks.length === 0) return;
    const { faults, notCheckable } = await judgeTraces(
      { at, traced, chunks },
      { hash: this.check.hash, contents: this.contents },
    );
    this.check.findings.notCheckable += notCheckable;
    for (const fault of faults) this.#add({ run, ...fault });
  }

  #add(violation: Violation): void {
    this.check.findings.add({ cluster: this.check.clusterId, ...violation });
  }
}
