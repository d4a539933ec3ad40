import type { TraceView, WholeTrace } from '#scheduling';
import { csv, type Cell } from '../../ground/http/index.js';

type TraceRow = TraceView['items'][number];

/** What is written of a trace: a page of it, or all batches. */
type WrittenTrace = Pick<WholeTrace, 'scorePlugins' | 'batches'>;

/** One row a node: the verdict, then three columns a score plugin, then total and rank. */
export function* traceAsCsv({ batches, scorePlugins }: WrittenTrace): Iterable<string> {
  const scoreColumns = scorePlugins.flatMap(({ name }) => [`${name} raw`, `${name} normalized`, `${name} weighted`]);
  const header = ['node', 'feasible', 'plugin', 'code', 'reasons', 'failures', ...scoreColumns, 'total', 'rank'];
  yield csv([header]);
  for (const rows of batches)
    yield csv(rows.map((row) => [...verdictOf(row), ...scoresOf(row, scorePlugins), row.total, row.rank]));
}

/** One JSON object a line: an item of the trace's pages. */
export function* traceAsNdjson({ batches }: WrittenTrace): Iterable<string> {
  for (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
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
