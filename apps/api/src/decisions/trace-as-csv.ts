import type { TraceView } from '#cluster';
import { csv, type Cell } from './csv.js';

type TraceRow = TraceView['items'][number];

/** One row a node: the verdict, then three columns a score plugin, then total and rank. */
export function traceAsCsv({ items, scorePlugins }: TraceView): string {
  const scoreColumns = scorePlugins.flatMap(({ name }) => [`${name} raw`, `${name} normalized`, `${name} weighted`]);
  const header = ['node', 'feasible', 'plugin', 'code', 'reasons', 'failures', ...scoreColumns, 'total', 'rank'];
  return csv(header, items.map((row) => [...verdictOf(row), ...scoresOf(row, scorePlugins), row.total, row.rank]));
}

function verdictOf({ node, feasible, status, failures }: TraceRow): Cell[] {
  const all = failures.map((failure) => `${failure.plugin ?? ''}: ${failure.reasons.join(', ')}`).join('; ');
  return [node, feasible, status?.plugin ?? null, status?.code ?? null, status?.reasons.join(', ') ?? null, all];
}

function scoresOf({ scores }: TraceRow, plugins: TraceView['scorePlugins']): Cell[] {
  return plugins.flatMap((_, index): Cell[] => {
    const score = scores[index];
    return score === undefined ? [null, null, null] : [score.raw, score.normalized, score.weighted];
  });
}
