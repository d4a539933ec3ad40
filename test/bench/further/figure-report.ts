import { quantile } from '../quantile.js';
import type { FigureSize, FigureValues } from './further-figure.js';

/** The medians of several runs, value by value, and how far they lie apart. */
export interface FigureResult extends FigureSize {
  readonly figure: string;
  readonly runs: number;
  readonly values: FigureValues;
  readonly spread: Readonly<Record<string, readonly [lowest: number, highest: number]>>;
}

export function figureResult(
  { figure, size }: { readonly figure: string; readonly size: FigureSize },
  runs: readonly FigureValues[],
): FigureResult {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  const all = names.map((name) => [name, runs.flatMap((run) => run[name] ?? [])] as const);
  return {
    figure,
    ...size,
    runs: runs.length,
    values: Object.fromEntries(all.map(([name, values]) => [name, quantile(values, 0.5)])),
    spread: Object.fromEntries(all.map(([name, values]) => [name, [Math.min(...values), Math.max(...values)]])),
  };
}

/** A line a value, below what was measured. */
export function figureTable({ figure, nodes, pods, runs, values, spread }: FigureResult): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  const lines = Object.entries(values).map(([name, value]) => {
    const range = runs > 1 ? `  ${(spread[name] ?? []).map(shown).join('..')}` : '';
    return `  ${name.padEnd(width)} ${shown(value).padStart(12)}${range}`;
  });
  return [`${figure}, ${nodes} nodes, ${pods} pods`, ...lines].join('\n');
}

function shown(value: number): string {
  return value.toFixed(Math.abs(value) < 100 ? 2 : 0);
}
