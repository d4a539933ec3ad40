import { ByteWriter } from './bytes/index.js';
import type { Hash } from './handed-in.js';
import { writeShape, type PluginShape } from './plugin-shape.js';
import { writeStatus } from './status-bytes.js';
import type { VerdictTable } from './verdict-table.js';

/** What the first digest of a class follows: 32 zero bytes. */
export const genesisDigest: Uint8Array = new Uint8Array(32);

const domain = 'berth.trace/1\0';

/** How the values of a column are written: as a status, as a list of statuses, or as the number. */
export type ColumnMeaning = 'status' | 'failures' | 'score';

/** What a full record says before its columns. */
export interface FullRecord extends PluginShape {
  readonly nodeSet: Uint8Array;
  readonly nodeCount: number;
}

/**
 * Writes the canonical record of one decision and hashes it. The format, which is fixed for good, is in the README; nothing in it depends on
 * ids, widths, chunks or compression, and only rows that changed are in it, so an engine that knows these need not look at the others.
 */
export class TraceDigest {
  readonly #writer = new ByteWriter();
  /** Own ids of the verdict table to the number they got in this record. */
  readonly #statuses = new Map<number, number>();
  readonly #lists = new Map<number, number>();

  constructor(
    private readonly hash: Hash,
    private readonly verdicts: VerdictTable,
  ) {}

  /** Begins a record after the digest of the class's previous decision. `full` is null when the record is a difference to it. */
  begin(previous: Uint8Array, full: FullRecord | null): void {
    this.#writer.clear();
    this.#statuses.clear();
    this.#lists.clear();
    for (let at = 0; at < domain.length; at++) this.#writer.byte(domain.charCodeAt(at));
    this.#writer.raw(previous);
    this.#writer.byte(full === null ? 1 : 0);
    if (full === null) return;
    this.#writer.raw(full.nodeSet);
    this.#writer.varint(full.nodeCount);
    writeShape(this.#writer, full);
  }

  /** The next column, as what changed in it; `before` is null when nothing did. */
  column(meaning: ColumnMeaning, before: Float64Array | null, now: Float64Array): void {
    if (before !== null) this.#changes(meaning, before, now);
    this.#writer.byte(0);
  }

  /** The digest of the record. */
  end(): Uint8Array {
    return this.hash(this.#writer.view());
  }

  #changes(meaning: ColumnMeaning, before: Float64Array, now: Float64Array): void {
    let last = -1;
    for (let row = 0; row < now.length; row++) {
      const value = now[row] ?? 0;
      if (value === before[row]) continue;
      this.#writer.varint(row - last);
      last = row;
      if (meaning === 'score') this.#writer.signed(value);
      else if (meaning === 'status') this.#status(value);
      else this.#failures(value);
    }
  }

  #status(id: number): void {
    if (this.#refer(this.#statuses, id)) writeStatus(this.#writer, this.verdicts.status(id));
  }

  #failures(id: number): void {
    if (!this.#refer(this.#lists, id)) return;
    const list = this.verdicts.list(id);
    this.#writer.varint(list.length);
    for (const status of list) this.#status(status);
  }

  /** Writes the number of an id in this record; true when it is new here and its content must follow. */
  #refer(numbers: Map<number, number>, id: number): boolean {
    const known = id === 0 ? 0 : numbers.get(id);
    const number = known ?? numbers.size + 1;
    this.#writer.varint(number);
    if (known !== undefined) return false;
    numbers.set(id, number);
    return true;
  }
}
