import { evidenceAt, type Changed, type Domains, type Evidence, type ScoreColumn, type ScoreValues } from '#scheduler';
import type { PartitionTable } from '../partition.js';
import { hasShape, shapeOf, type PluginShape } from '../plugin-shape.js';
import { appendNumbers } from '../scale-numbers.js';
import type { VerdictTable } from '../verdict-table.js';
import { checkInteger, makeCells, scoreCells, type Cells } from './cells.js';
import { ChangedIndices } from './changed-indices.js';
import { columnCount, sameNumbers, type ClassColumns, type FlatOverrides } from './class-columns.js';
import { ColumnChange } from './column-change.js';
import { followScores } from './follow-scores.js';
import { followVerdicts } from './follow-verdicts.js';
import { KeptColumn, nothingMissed } from './kept-column.js';
import { noteStep, takeMissed } from './missed-steps.js';

/** A column as evidence has it. */
interface Source<Values> {
  readonly domains: Domains | null;
  readonly values: Values;
  readonly changed: Changed;
}

const noOverrides: FlatOverrides = [0];

/**
 * Brings the kept columns of a class to its next decision and finds what changed on the way: only at the indices that
 * the engine names where it follows the class's decision before, else everywhere.
 */
export class EvidenceFollower {
  /** By column, of the decision followed last. */
  readonly changes: ColumnChange[] = [];
  numbersChanged = false;
  overridesChanged = false;
  /** Lists of changed indices are about the columns that are kept. */
  #follows = false;
  #last: ClassColumns | null = null;
  readonly #indices = new ChangedIndices();
  readonly #skipped: Source<Uint32Array>;
  readonly #shapes: PluginShape[] = [];

  constructor(
    private readonly partitions: PartitionTable,
    private readonly verdicts: VerdictTable,
  ) {
    this.#skipped = { domains: partitions.whole.domains, values: new Uint32Array(1), changed: null };
  }

  /**
   * The columns of the evidence: those of `before`, which are changed, or new ones where there is nothing before
   * or its plugins were others.
   * @throws RangeError when the evidence has numbers that are not safe integers; what is kept is then lost.
   */
  follow(before: ClassColumns | null, evidence: Evidence): ClassColumns {
    this.verdicts.read(evidence.statuses);
    this.#indices.begin();
    const kept = before !== null && hasShape(evidence, before.shape) ? before : this.#blank(evidence);
    if (before !== null && kept !== before) this.letGo(before);
    this.#follows =
      kept.lineage !== null &&
      evidence.lineage?.chain === kept.lineage.chain &&
      evidence.lineage.step === kept.lineage.step + 1;
    this.#filters(kept, evidence);
    this.#scores(kept, evidence);
    this.#rest(kept, evidence);
    this.#accompany(kept);
    if (kept.companion !== null) noteStep(kept.companion, evidence);
    return kept;
  }

  /** No more is to come for these columns. */
  letGo(columns: ClassColumns): void {
    if (columns.companion !== null) columns.companion.companion = null;
    columns.companion = null;
    if (this.#last === columns) this.#last = null;
  }

  /** Columns that follow the same chain one right after the other, as the tries of a pod do, will do so again. */
  #accompany(kept: ClassColumns): void {
    const last = this.#last;
    this.#last = kept;
    if (
      last === null ||
      last === kept ||
      last === kept.companion ||
      kept.lineage === null ||
      last.lineage?.chain !== kept.lineage.chain
    )
      return;
    for (const columns of [last.companion, kept.companion]) if (columns !== null) columns.companion = null;
    last.companion = kept;
    kept.companion = last;
  }

  /** Columns that say 0 of all rows, which no reader knows: what comes is new. */
  #blank(evidence: Evidence): ClassColumns {
    const { whole } = this.partitions;
    const shape = this.#shapeOf(evidence);
    const columns: KeptColumn[] = [];
    for (let left = columnCount(shape); left > 0; left--) columns.push(new KeptColumn(whole, whole.zeros, false));
    while (this.changes.length < columns.length) this.changes.push(new ColumnChange());
    return { shape, columns, numbers: [], overrides: [], lineage: null, companion: null };
  }

  /** One object for equal shapes. */
  #shapeOf(evidence: Evidence): PluginShape {
    for (const known of this.#shapes) if (hasShape(evidence, known)) return known;
    const shape = shapeOf(evidence);
    this.#shapes.push(shape);
    return shape;
  }

  #filters(kept: ClassColumns, { filterPlugins, verdicts }: Evidence): void {
    let next = 0;
    for (let index = 0; index < filterPlugins.length; index++) {
      const source = verdicts[next];
      if (source === undefined || source.plugin !== filterPlugins[index]) this.#skip(columnOf(kept, index), index);
      else {
        this.#verdicts(columnOf(kept, index), index, source);
        next++;
      }
    }
    if (next !== verdicts.length)
      throw new RangeError(`filter ${verdicts[next]?.plugin ?? ''} is not where the profile has it`);
  }

  #scores(kept: ClassColumns, evidence: Evidence): void {
    const { scores } = evidence;
    let index = kept.shape.filterPlugins.length;
    for (const score of scores) this.#raws(columnOf(kept, index), index++, score);
    for (const { scale } of scores) {
      if (scale.kind !== 'custom') continue;
      this.#raws(columnOf(kept, index), index++, { domains: null, values: onFeasible(evidence, scale), changed: null });
    }
  }

  #rest(kept: ClassColumns, { scores, overrides, lineage }: Evidence): void {
    const numbers: number[] = [];
    for (const { scale } of scores) appendNumbers(scale, numbers);
    const flat = overrides.fill === 0 && overrides.rows.size === 0 ? noOverrides : this.#flatten(overrides);
    this.numbersChanged = !sameNumbers(kept.numbers, numbers);
    this.overridesChanged = !sameNumbers(kept.overrides, flat);
    if (this.numbersChanged) {
      numbers.forEach(checkInteger);
      kept.numbers = numbers;
    }
    if (this.overridesChanged) kept.overrides = flat;
    kept.lineage = lineage;
  }

  #flatten({ fill, rows }: Evidence['overrides']): FlatOverrides {
    const flat = [this.verdicts.ownId(fill)];
    for (const [row, engineId] of [...rows].sort(([a], [b]) => a - b)) {
      const id = this.verdicts.ownId(engineId);
      if (id !== flat[0]) flat.push(row, id);
    }
    return flat;
  }

  /** The change of a column, begun; the column has its new partition already. */
  #begin(column: KeptColumn, index: number, domains: Domains | null): ColumnChange {
    const change = this.#changeOf(index);
    // Nearly always the same object as before; looking it up in the table costs more than all the rest of a
    // column that did not change.
    if (column.partition.domains === domains) return change;
    const partition = this.partitions.of(domains);
    change.replaced = column.partition !== partition;
    column.partition = partition;
    return change;
  }

  #changeOf(index: number): ColumnChange {
    const change = this.changes[index];
    if (change === undefined) throw new RangeError(`no column ${index}`);
    change.begin();
    return change;
  }

  /** True for most columns: the engine says that nothing changed. */
  #isSame(column: KeptColumn, { changed }: Source<unknown>, { replaced }: ColumnChange): boolean {
    return (
      this.#follows &&
      column.ran &&
      column.missed === nothingMissed &&
      changed !== null &&
      changed.length === 0 &&
      !replaced
    );
  }

  /** Where values may have changed since; null: anywhere. */
  #listed({ changed }: Source<unknown>, column: KeptColumn): ChangedIndices | null {
    const since = takeMissed(column, changed);
    if (!this.#follows || !column.ran || since === null) return null;
    this.#indices.read(since);
    return this.#indices;
  }

  #skip(column: KeptColumn, index: number): void {
    if (!column.ran && column.partition === this.partitions.whole) this.#changeOf(index);
    else this.#verdicts(column, index, this.#skipped);
    column.ran = false;
  }

  #verdicts(column: KeptColumn, index: number, source: Source<Uint32Array>): void {
    const change = this.#begin(column, index, source.domains);
    if (this.#isSame(column, source, change)) return;
    const listed = this.#listed(source, column);
    column.ran = true;
    if (change.replaced) column.cells = this.#verdictCells(source.values, column.partition.zeros);
    else followVerdicts(column, source.values, { listed, change, verdicts: this.verdicts });
  }

  #raws(column: KeptColumn, index: number, source: Source<ScoreValues>): void {
    const change = this.#begin(column, index, source.domains);
    if (this.#isSame(column, source, change)) return;
    const listed = this.#listed(source, column);
    column.ran = true;
    if (change.replaced) {
      change.record.clear();
      column.cells = scoreCells(source.values, column.partition.zeros, change.record);
    } else followScores(column, source.values, { listed, change });
  }

  #verdictCells(values: Uint32Array, zeros: Uint8Array): Cells {
    const size = zeros.length;
    let highest = 0;
    for (let index = 0; index < size; index++) {
      const engineId = values[index] ?? 0;
      if (engineId === 0) continue;
      const own = this.verdicts.ownId(engineId);
      if (own > highest) highest = own;
    }
    if (highest === 0) return zeros;
    const cells = makeCells(size, 0, highest);
    for (let index = 0; index < size; index++) cells[index] = this.verdicts.ownId(values[index] ?? 0);
    return cells;
  }
}

/**
 * What a plugin of its own scale made of the scores: 0 where the row is not feasible, because what an engine
 * leaves there means nothing.
 */
function onFeasible(
  evidence: Evidence,
  { normalized }: Extract<ScoreColumn['scale'], { readonly kind: 'custom' }>,
): Float64Array {
  const values = new Float64Array(evidence.nodeCount);
  for (let row = 0; row < values.length; row++)
    if (evidenceAt.first(evidence, row) === 0) values[row] = normalized[row] ?? 0;
  return values;
}

function columnOf({ columns }: ClassColumns, index: number): KeptColumn {
  const column = columns[index];
  if (column === undefined) throw new RangeError(`no column ${index}`);
  return column;
}
