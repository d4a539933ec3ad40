import type { TracedAttempt } from '../trace-encoder.js';
import { TidyInterning, toAttempt, type ModelAttempt, type ModelColumn, type ModelHistory } from './model.js';

/**
 * How much an engine knows of what changed: every index exactly; more than that, in disorder; nothing of some columns;
 * every index, but since the last attempt of any class.
 */
export type Knowledge = 'exact' | 'superset' | 'partial' | 'together';

/** A part as an engine hands it over that follows each class. */
export function followed(part: readonly ModelAttempt[], knowledge: Knowledge): TracedAttempt[] {
  const chains = new Map<string, { readonly chain: object; step: number; last: ModelAttempt }>();
  const engine = new TidyInterning();
  return part.map((model) => {
    const chain = knowledge === 'together' ? '' : model.classKey;
    const known = chains.get(chain);
    const history = { chain: known?.chain ?? {}, step: (known?.step ?? 0) + 1, last: model };
    chains.set(chain, history);
    return toAttempt(model, engine, { lineage: history, changed: changedSince(model, known?.last, knowledge) });
  });
}

function changedSince(
  now: ModelAttempt,
  before: ModelAttempt | undefined,
  knowledge: Knowledge,
): ModelHistory['changed'] {
  const columns = (model: ModelAttempt | undefined): (ModelColumn<unknown> | null)[] =>
    model === undefined ? [] : [...model.filters, ...model.scores];
  const then = columns(before);
  return columns(now).map((column, index) => {
    const earlier = then[index];
    if (
      column === null ||
      !earlier ||
      JSON.stringify(earlier.domains) !== JSON.stringify(column.domains) ||
      (knowledge === 'partial' && index % 2 === 0)
    )
      return null;
    const changed = column.values.flatMap((value, at) =>
      JSON.stringify(value) === JSON.stringify(earlier.values[at]) ? [] : [at],
    );
    return knowledge === 'superset'
      ? [column.values.length - 1, ...changed, 0, ...changed].reverse().filter((at) => at >= 0)
      : changed;
  });
}
