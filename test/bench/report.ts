import { readFileSync } from 'node:fs';
import type { Figures } from './engine-run.js';
import { WorkloadError } from './workload.js';

/** What is measured: the engine alone, or the whole service, which has read the cluster before, or not. */
export const MODES = ['engine', 'warm', 'cold'] as const;
export type Mode = (typeof MODES)[number];

/** The median of several runs, and how far they lie apart. */
export interface Result extends Figures {
  readonly workload: string;
  readonly mode: Mode;
  readonly runs: number;
  /** Pods a second of the slowest and of the fastest run. */
  readonly spread: readonly [slowest: number, fastest: number];
}

/** The run in the middle by pods a second. */
export function resultOf({ workload, mode }: Pick<Result, 'workload' | 'mode'>, figures: readonly Figures[]): Result {
  const sorted = [...figures].sort((a, b) => a.podsPerSecond - b.podsPerSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const [slowest, fastest] = [sorted[0], sorted.at(-1)];
  if (middle === undefined || slowest === undefined || fastest === undefined) throw new RangeError('nothing was run');
  return { workload, mode, ...middle, runs: figures.length, spread: [slowest.podsPerSecond, fastest.podsPerSecond] };
}

/** Earlier results by workload and mode. */
export function readResults(file: string): ReadonlyMap<string, Result> {
  try {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return new Map(lines.map((line) => JSON.parse(line) as Result).map((result) => [keyOf(result), result]));
  } catch (error) {
    throw new WorkloadError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const WIDTHS = [34, 6, 7, 7, 10, 17, 9, 9, 12] as const;
export const HEAD = line(['workload', 'mode', 'nodes', 'pods', 'pods/s', 'spread', 'p50 ms', 'p99 ms', 'bytes/dec.']);

/** A line of the table; with an earlier result, the ratio of pods a second behind it. */
export function tableLine(result: Result, earlier?: ReadonlyMap<string, Result>): string {
  const { workload, mode, nodes, pods, podsPerSecond, spread, p50Ms, p99Ms, bytesPerDecision } = result;
  const before = earlier?.get(keyOf(result));
  const ratio = before === undefined ? '' : `  x ${(podsPerSecond / before.podsPerSecond).toFixed(2)}`;
  const range = spread.map((value) => value.toFixed(0)).join('..');
  return (
    line([
      workload,
      mode,
      nodes,
      pods,
      podsPerSecond.toFixed(0),
      range,
      p50Ms.toFixed(3),
      p99Ms.toFixed(3),
      bytesPerDecision.toFixed(0),
    ]) + ratio
  );
}

function line(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) => (index === 0 ? String(cell).padEnd(WIDTHS[0]) : String(cell).padStart(WIDTHS[index] ?? 0)))
    .join(' ');
}

function keyOf({ workload, mode }: Result): string {
  return `${workload} ${mode}`;
}
