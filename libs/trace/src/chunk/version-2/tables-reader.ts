import type { Domains, Status } from '#scheduler';
import { TraceFormatError, type ByteReader } from '../../bytes/index.js';
import { readDomains, wholeOf } from '../../partition.js';
import { readShape, type PluginShape } from '../../plugin-shape.js';
import { readStatus } from '../../status-bytes.js';
import { columnValue, type Column, type ColumnForm } from '../column.js';
import { impliedPartitions } from './chunk-tables.js';

/** A column as evidence has it: verdicts are indices of statuses. */
export interface PlainColumn<Values extends Uint32Array | Float64Array = Uint32Array | Float64Array> {
  readonly domains: Domains | null;
  readonly values: Values;
}

interface StoredColumn extends Column {
  readonly domains: Domains | null;
  readonly size: number;
}

/** What the decisions of a chunk refer to by number. @throws TraceFormatError where a number leads nowhere. */
export class TablesReader {
  readonly bases: readonly Uint8Array[];
  /** Index 0 is null: a verdict of 0 says "passes". */
  readonly statuses: readonly (Status | null)[];
  readonly #shapes: readonly PluginShape[];
  readonly #domains: readonly (Domains | null)[];
  readonly #columns: readonly StoredColumn[];
  readonly #verdicts = new Map<number, PlainColumn<Uint32Array>>();
  readonly #scores = new Map<number, PlainColumn<Float64Array>>();

  constructor(
    reader: ByteReader,
    readonly nodeCount: number,
  ) {
    this.bases = reader.list(() => reader.raw(32));
    this.statuses = [null, ...reader.list(() => readStatus(reader))];
    this.#shapes = reader.list(() => readShape(reader));
    this.#domains = [null, wholeOf(nodeCount), ...reader.list(() => readDomains(reader, nodeCount))];
    if (this.#domains.length < impliedPartitions) throw new TraceFormatError('partitions are missing');
    const heads = reader.list(() => this.#readHead(reader));
    this.#columns = heads.map((head) => ({ ...head, bytes: reader.raw(head.form * head.size) }));
  }

  base(number: number): Uint8Array {
    return there(this.bases[number], 'a base');
  }

  shape(number: number): PluginShape {
    return there(this.#shapes[number], 'plugins');
  }

  /** A column of verdicts: one object however often it is asked for, not to be changed. */
  verdicts(number: number): PlainColumn<Uint32Array> {
    const known = this.#verdicts.get(number);
    if (known !== undefined) return known;
    const column = there(this.#columns[number], 'a column');
    const values = new Uint32Array(column.size);
    for (let index = 0; index < values.length; index++) values[index] = this.verdict(columnValue(column, index));
    const read = { domains: column.domains, values };
    this.#verdicts.set(number, read);
    return read;
  }

  /** A column of scores, likewise. */
  scores(number: number): PlainColumn<Float64Array> {
    const known = this.#scores.get(number);
    if (known !== undefined) return known;
    const column = there(this.#columns[number], 'a column');
    const values = new Float64Array(column.size);
    for (let index = 0; index < values.length; index++) values[index] = columnValue(column, index);
    const read = { domains: column.domains, values };
    this.#scores.set(number, read);
    return read;
  }

  /** The number of a verdict, which is checked. */
  verdict(number: number): number {
    if (!(number >= 0 && number < this.statuses.length))
      throw new TraceFormatError(`the chunk does not explain status ${number}`);
    return number;
  }

  #readHead(reader: ByteReader): Omit<StoredColumn, 'bytes'> {
    const domains = this.#domains[reader.varint()];
    if (domains === undefined) throw new TraceFormatError('a column names a partition that is not there');
    const form = readForm(reader);
    return {
      domains,
      size: domains === null ? this.nodeCount : domains.firstRows.length,
      form,
      constant: form === 0 ? reader.signed() : 0,
    };
  }
}

function readForm(reader: ByteReader): ColumnForm {
  const form = reader.byte();
  if (form === 0 || form === 1 || form === 2 || form === 4 || form === 8) return form;
  throw new TraceFormatError(`${form} is no form of a column`);
}

function there<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw new TraceFormatError(`a decision names ${what} that is not there`);
  return found;
}
