import type { ScoreColumn } from '../../evidence.js';
import { guard, PluginFailure } from '../../plugin-failure.js';
import { MAX_NODE_SCORE, normalize } from './normalize.js';
import type { ActiveScore } from './pre-score.js';

/** Two arrays of one score plugin, used again for every attempt. */
export interface ScoreBuffers {
  readonly raw: Float64Array;
  readonly normalized: Float64Array;
}

/** Runs one score plugin over the feasible rows and checks what it says. Rows that are not feasible are 0. */
export function scoreColumn({ bound, prepared }: ActiveScore, feasible: Uint32Array, { raw, normalized }: ScoreBuffers): ScoreColumn {
  const { plugin, weight } = bound;
  raw.fill(0);
  guard(plugin.name, () => {
    for (const row of feasible) raw[row] = prepared.score(row);
  });
  checkIntegers(plugin.name, raw, feasible);
  normalized.set(raw);
  guard(plugin.name, () => normalize(normalized, feasible, { normalization: plugin.normalization ?? 'none', prepared }));
  checkRange(plugin.name, normalized, feasible);
  return { plugin: plugin.name, weight, raw, normalized };
}

function checkIntegers(plugin: string, raw: Float64Array, feasible: Uint32Array): void {
  for (const row of feasible) {
    const score = raw[row] ?? 0;
    if (Number.isSafeInteger(score)) continue;
    throw new PluginFailure(`running Score plugins: plugin ${JSON.stringify(plugin)} failed with: score ${score} is no integer`);
  }
}

/** As kube-scheduler v1.34 RunScorePlugins. */
function checkRange(plugin: string, normalized: Float64Array, feasible: Uint32Array): void {
  for (const row of feasible) {
    const score = normalized[row] ?? 0;
    if (score >= 0 && score <= MAX_NODE_SCORE && Number.isInteger(score)) continue;
    const range = `it should in the range of [0, ${MAX_NODE_SCORE}] after normalizing`;
    throw new PluginFailure(
      `applying score defaultWeights on Score plugins: plugin ${JSON.stringify(plugin)} returns an invalid score ${score}, ${range}`);
  }
}
