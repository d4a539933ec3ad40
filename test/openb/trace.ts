import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { InputError } from './input-error.js';

/** A pod of the trace; cpu and the part of each GPU in thousandths. No models: any. */
export interface TracePod {
  readonly cpu: number;
  readonly memoryMib: number;
  readonly gpus: number;
  readonly milli: number;
  readonly models: readonly string[];
}

export interface TraceNode {
  readonly cpu: number;
  readonly memoryMib: number;
  readonly gpus: number;
  readonly model: string;
}

const WHOLE = 1000;

/** What a pod asks for of all GPUs together, in thousandths. */
export function gpuOf({ gpus, milli }: Pick<TracePod, 'gpus' | 'milli'>): number {
  return gpus * milli;
}

export function capacityOf(nodes: readonly TraceNode[]): number {
  return nodes.reduce((sum, { gpus }) => sum + gpus * WHOLE, 0);
}

/** @throws InputError naming the line of what cannot be used */
export function readPods(file: string): readonly TracePod[] {
  const pods = readRows(file, ['cpu_milli', 'memory_mib', 'num_gpu', 'gpu_milli']).map(readPod);
  if (!pods.some(({ gpus }) => gpus > 0)) throw new InputError(`${file}: no pod asks for a GPU`);
  return pods;
}

/** The nodes that have GPUs. @throws InputError naming the line of what cannot be used */
export function readNodes(file: string): readonly TraceNode[] {
  const nodes = readRows(file, ['cpu_milli', 'memory_mib', 'gpu', 'model']).map(readNode);
  const withGpus = nodes.filter(({ gpus }) => gpus > 0);
  if (withGpus.length === 0) throw new InputError(`${file}: no node has a GPU`);
  return withGpus;
}

/** The name of a list: its file's. */
export function listName(file: string): string {
  return basename(file, '.csv');
}

function readPod(row: Row): TracePod {
  const gpus = row.count('num_gpu');
  const milli = gpus === 0 ? 0 : row.count('gpu_milli');
  if (gpus > 0 && (milli === 0 || milli > WHOLE)) row.refuse('gpu_milli', 'is not from 1 to 1000');
  if (gpus > 1 && milli < WHOLE) row.refuse('gpu_milli', 'is less than 1000, and num_gpu is more than 1');
  const models = gpus === 0 ? [] : row.text('gpu_spec').split('|');
  return {
    cpu: row.count('cpu_milli'),
    memoryMib: row.count('memory_mib'),
    gpus,
    milli,
    models: models.filter((model) => model !== ''),
  };
}

function readNode(row: Row): TraceNode {
  return {
    cpu: row.count('cpu_milli'),
    memoryMib: row.count('memory_mib'),
    gpus: row.count('gpu'),
    model: row.text('model'),
  };
}

/** A row of a file, and where it stands. */
class Row {
  constructor(
    private readonly fields: Readonly<Record<string, string>>,
    private readonly place: string,
  ) {}

  text(field: string): string {
    return this.fields[field] ?? '';
  }

  count(field: string): number {
    const text = this.text(field);
    if (!/^\d{1,12}$/.test(text)) this.refuse(field, 'is not a whole number from 0 on');
    return Number(text);
  }

  refuse(field: string, problem: string): never {
    throw new InputError(`${this.place}: ${field} ${JSON.stringify(this.text(field))} ${problem}`);
  }
}

function readRows(file: string, columns: readonly string[]): readonly Row[] {
  const records = parsed(file);
  const missing = columns.filter((column) => records[0] !== undefined && !(column in records[0].record));
  if (missing.length > 0) throw new InputError(`${file}:1: has no column ${missing.join(', ')}`);
  if (records.length === 0) throw new InputError(`${file}: has no rows`);
  return records.map(({ record, info }) => new Row(record, `${file}:${info.lines}`));
}

interface Parsed {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function parsed(file: string): readonly Parsed[] {
  try {
    return parse(readFileSync(file), {
      columns: true,
      info: true,
      skip_empty_lines: true,
      bom: true,
    }) as unknown as Parsed[];
  } catch (error) {
    throw new InputError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
