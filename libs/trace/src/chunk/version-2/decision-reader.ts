import type { Changed } from '#scheduler';
import { TraceFormatError, type ByteReader } from '../../bytes/index.js';
import type { FlatOverrides } from '../../columns/index.js';
import type { PluginShape } from '../../plugin-shape.js';
import { numberCount } from '../../scale-numbers.js';
import { differenceFlag } from './decision-kind.js';
import type { DecodedDecision } from './decoded-decision.js';
import type { PlainColumn, TablesReader } from './tables-reader.js';

/** The part of one decision in each stream. */
export interface DecisionParts {
  readonly heads: ByteReader;
  readonly indices: ByteReader;
  readonly verdicts: ByteReader;
  readonly scores: ByteReader;
}

const NOTHING: Changed = [];

/**
 * Puts one decision together: a frame or a base, and the differences that follow. What the chunk shares is
 * copied before it is changed.
 */
export class DecisionReader {
  readonly #decoded: DecodedDecision;
  readonly #own = new Set<PlainColumn>();
  /** By column, of the difference that was read last; what is not in it is as it was. */
  readonly #changed = new Map<number, Changed>();

  /** `offset`: what is added to numbers of statuses of the chunk, when those of a base come first. */
  constructor(
    private readonly tables: TablesReader,
    decoded: DecodedDecision,
    private readonly offset: number,
  ) {
    this.#decoded = decoded;
  }

  get decoded(): DecodedDecision {
    return this.#decoded;
  }

  /** Which values of a column the difference that was read last is about: verdicts first, then raw scores. */
  changed(index: number): Changed {
    const changed = this.#changed.get(index);
    return changed === undefined ? NOTHING : changed;
  }

  difference(parts: DecisionParts): void {
    this.#changed.clear();
    const flags = parts.heads.byte();
    for (let left = parts.heads.varint(); left > 0; left--) this.#replace(parts.heads.varint(), parts.heads.varint());
    for (let members = parts.heads.varint(); members > 0; members = parts.heads.varint()) this.#group(parts, members);
    if ((flags & differenceFlag.numbers) !== 0) this.#decoded.numbers = readNumbers(this.#decoded.shape, parts);
    if ((flags & differenceFlag.overrides) !== 0)
      this.#decoded.overrides = readOverrides(parts, (number) => this.#verdict(number));
  }

  #verdict(number: number): number {
    return this.tables.verdict(number) === 0 ? 0 : number + this.offset;
  }

  #replace(index: number, column: number): void {
    this.#changed.set(index, null);
    const { verdicts, scores } = this.#decoded;
    if (index < verdicts.length) {
      const { domains, values } = this.tables.verdicts(column);
      verdicts[index] = { domains, values: values.map((number) => this.#verdict(number)) };
    } else if (index - verdicts.length < scores.length) scores[index - verdicts.length] = this.tables.scores(column);
    else throw noColumn();
  }

  #group(parts: DecisionParts, members: number): void {
    const places = ascending(parts.indices);
    for (let left = members; left > 0; left--) {
      const head = parts.heads.varint();
      const index = Math.floor(head / 2);
      this.#changed.set(index, places);
      const { verdicts, scores } = this.#decoded;
      if (index < verdicts.length) this.#changeVerdicts(this.#owned(verdicts, index), places, parts.verdicts);
      else
        changeScores(this.#owned(scores, index - verdicts.length), places, {
          values: parts.scores,
          exact: head % 2 === 0,
        });
    }
  }

  #changeVerdicts(values: Uint32Array, places: readonly number[], stream: ByteReader): void {
    for (const place of places) {
      const written = stream.varint();
      if (written === 0) continue;
      if (place >= values.length) throw noPlace();
      values[place] = this.#verdict(written - 1);
    }
  }

  /** The values of a column that only this decision has. */
  #owned<Values extends Uint32Array | Float64Array>(columns: PlainColumn<Values>[], index: number): Values {
    const column = columns[index];
    if (column === undefined) throw noColumn();
    if (this.#own.has(column)) return column.values;
    const copy: PlainColumn<Values> = { domains: column.domains, values: column.values.slice() as Values };
    this.#own.add(copy);
    columns[index] = copy;
    return copy.values;
  }
}

function changeScores(
  values: Float64Array,
  places: readonly number[],
  written: { readonly values: ByteReader; readonly exact: boolean },
): void {
  for (const place of places) {
    const value = written.values.signed();
    if (place >= values.length) throw noPlace();
    values[place] = written.exact ? (values[place] ?? 0) + value : value;
  }
}

/** A decision by the columns of its chunk; `before` are the numbers of the columns of the frame before this one. */
export function readFrame(
  tables: TablesReader,
  frame: { readonly shape: PluginShape; readonly columns: readonly number[] },
  parts: DecisionParts,
): DecodedDecision {
  const { shape, columns } = frame;
  const filters = shape.filterPlugins.length;
  return {
    shape,
    statuses: tables.statuses,
    verdicts: columns.slice(0, filters).map((number) => tables.verdicts(number)),
    scores: columns.slice(filters).map((number) => tables.scores(number)),
    numbers: readNumbers(shape, parts),
    overrides: readOverrides(parts, (number) => tables.verdict(number)),
  };
}

export function readNumbers({ scorePlugins }: PluginShape, { scores }: DecisionParts): number[] {
  const count = scorePlugins.reduce((sum, { kind }) => sum + numberCount(kind), 0);
  return Array.from({ length: count }, () => scores.signed());
}

function readOverrides({ indices, verdicts }: DecisionParts, verdict: (number: number) => number): FlatOverrides {
  const fill = verdict(verdicts.varint());
  return [fill, ...ascending(indices).flatMap((row) => [row, verdict(verdicts.varint())])];
}

/** A list of ascending numbers, written as distances. */
export function ascending(reader: ByteReader): number[] {
  let last = -1;
  return reader.list(() => (last += reader.varint()));
}

function noColumn(): TraceFormatError {
  return new TraceFormatError('a difference names a column that is not there');
}

function noPlace(): TraceFormatError {
  return new TraceFormatError('a difference is about a row that is not there');
}
