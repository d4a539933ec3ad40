import type { Status } from '#scheduler';
import { ByteReader, TraceFormatError } from '../../bytes/index.js';
import { columnValue, type Column, type ColumnForm } from '../column.js';
import type { ScorePlugin } from '../../plugin-shape.js';
import { readStatus } from '../../status-bytes.js';
import type { Trace } from '../../trace.js';
import type { TraceChunk } from '../trace-chunk.js';
import { rowEvidence } from './row-evidence.js';

/** Version 1 keeps normalised scores, not how they came about. */
interface PluginShape {
  readonly filterPlugins: readonly string[];
  readonly scorePlugins: readonly ScorePlugin[];
}

interface Verdicts {
  readonly statuses: ReadonlyMap<number, Status>;
  readonly lists: ReadonlyMap<number, readonly Status[]>;
}

interface DecisionHead {
  readonly shape: PluginShape;
  readonly classIndex: number;
  /** Indices into the chunk's columns. */
  readonly columns: readonly number[];
}

/** Reads the payload of a version 1 chunk; columns stay where they are in it. @throws TraceFormatError */
export function readChunk(payload: Uint8Array): Omit<TraceChunk, 'version'> {
  const reader = new ByteReader(payload);
  const nodeSet = reader.raw(32).slice();
  const nodeCount = reader.varint();
  const verdicts = readVerdicts(reader);
  const decisions = readDecisions(reader);
  const columns = readColumns(reader, nodeCount);
  reader.end();
  const trace = (index: number): Trace => {
    const decision = decisions[index];
    if (decision === undefined) throw new RangeError(`the chunk holds ${decisions.length} decisions, none at ${index}`);
    return readDecision(decision, { nodeSet, nodeCount, verdicts, columns });
  };
  const classes = decisions.map(({ classIndex }) => classIndex);
  return {
    nodeSet,
    nodeCount,
    count: decisions.length,
    classes,
    bases: [],
    trace,
    traces: () => decisions.map((_, index) => trace(index)),
  };
}

function readVerdicts(reader: ByteReader): Verdicts {
  const statuses = new Map(reader.list(() => [reader.varint(), readStatus(reader)] as const));
  const lists = new Map(
    reader.list(() => [reader.varint(), reader.list(() => known(statuses, reader.varint(), 'status'))] as const),
  );
  return { statuses, lists: lists.set(0, []) };
}

function readDecisions(reader: ByteReader): DecisionHead[] {
  const shapes = reader.list(() => readShape(reader));
  return reader.list(() => {
    const shape = shapes[reader.varint()];
    if (shape === undefined) throw new TraceFormatError('a decision names plugins that are not there');
    const classIndex = reader.varint();
    return {
      shape,
      classIndex,
      columns: Array.from({ length: 2 + 2 * shape.scorePlugins.length }, () => reader.varint()),
    };
  });
}

function readColumns(reader: ByteReader, nodeCount: number): Column[] {
  const heads = reader.list(() => {
    const form = readForm(reader);
    return { form, constant: form === 0 ? reader.signed() : 0 };
  });
  return heads.map(({ form, constant }) => ({ form, constant, bytes: reader.raw(form * nodeCount) }));
}

function readForm(reader: ByteReader): ColumnForm {
  const form = reader.byte();
  if (form === 0 || form === 1 || form === 2 || form === 4 || form === 8) return form;
  throw new TraceFormatError(`${form} is no form of a column`);
}

function readDecision(
  decision: DecisionHead,
  chunk: { nodeSet: Uint8Array; nodeCount: number; verdicts: Verdicts; columns: readonly Column[] },
): Trace {
  const columns = decision.columns.map((index) => {
    const column = chunk.columns[index];
    if (column === undefined) throw new TraceFormatError('a decision names a column that is not there');
    return column;
  });
  const value = (index: number, row: number): number => {
    const column = columns[index];
    if (column === undefined || !(row >= 0 && row < chunk.nodeCount))
      throw new RangeError(`the trace has no row ${row} in column ${index}`);
    return columnValue(column, row);
  };
  const trace = {
    nodeSet: chunk.nodeSet,
    nodeCount: chunk.nodeCount,
    classIndex: decision.classIndex,
    filterPlugins: decision.shape.filterPlugins,
    scorePlugins: decision.shape.scorePlugins,
    partial: false,
    get rows() {
      return Uint32Array.from({ length: chunk.nodeCount }, (_, row) => row);
    },
    feasible: (row: number) => value(0, row) === 0,
    status: (row: number) => (value(0, row) === 0 ? null : known(chunk.verdicts.statuses, value(0, row), 'status')),
    failures: (row: number) => known(chunk.verdicts.lists, value(1, row), 'failure list'),
    raw: (score: number, row: number) => value(2 + 2 * score, row),
    normalized: (score: number, row: number) => value(3 + 2 * score, row),
  };
  return Object.assign(trace, { evidence: () => rowEvidence(trace) });
}

function readShape(reader: ByteReader): PluginShape {
  const filterPlugins = reader.list(() => reader.text());
  const scorePlugins = reader.list(() => ({ name: reader.text(), weight: reader.signed() }));
  return { filterPlugins, scorePlugins };
}

function known<Content>(table: ReadonlyMap<number, Content>, id: number, what: string): Content {
  const content = table.get(id);
  if (content === undefined) throw new TraceFormatError(`the chunk does not explain ${what} ${id}`);
  return content;
}
