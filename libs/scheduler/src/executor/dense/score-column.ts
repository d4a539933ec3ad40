import type { ScoreColumn } from '../../evidence.js';
import { guard, PluginFailure } from '../../plugin-failure.js';
import type { PreparedScore } from '../../plugin.js';
import { MAX_NODE_SCORE, normalize } from './normalize.js';
import type { ActiveScore } from './pre-score.js';

/** Two arrays of one score plugin, used again for every attempt. */
export interface ScoreBuffers {
  readonly raw: Float64Array;
  readonly normalized: Float64Array;
}

/**
 * Runs one score plugin over the feasible rows and checks what it says. Rows that are not feasible are 0. A plugin that does not
 * normalise has one column, not two equal ones.
 */
export function scoreColumn({ bound, prepared }: ActiveScore, feasible: Uint32Array, buffers: ScoreBuffers): ScoreColumn {
  const { plugin, weight } = bound;
  const { normalization = 'none' } = plugin;
  const raw = buffers.raw.fill(0);
  guard(plugin.name, () => runScore(plugin.name, { prepared, feasible, raw }));
  const normalized = normalization === 'none' ? raw : buffers.normalized;
  if (normalization !== 'none') {
    normalized.set(raw);
    guard(plugin.name, () => normalize(normalized, feasible, { normalization, prepared }));
  }
  checkRange(plugin.name, normalized, feasible);
  return { plugin: plugin.name, weight, raw, normalized };
}

function runScore(plugin: string, { prepared, feasible, raw }: { prepared: PreparedScore; feasible: Uint32Array; raw: Float64Array }): void {
  for (let index = 0; index < feasible.length; index += 1) {
    const row = feasible[index] ?? 0;
    const score = prepared.score(row);
    if (!Number.isSafeInteger(score)) {
      throw new PluginFailure(`running Score plugins: plugin ${JSON.stringify(plugin)} failed with: score ${score} is no integer`);
    }
    // A division that was cut towards 0 may have left -0, which is another number to bytes.
    raw[row] = score + 0;
  }
}

/** As kube-scheduler v1.34 RunScorePlugins. */
function checkRange(plugin: string, normalized: Float64Array, feasible: Uint32Array): void {
  for (let index = 0; index < feasible.length; index += 1) {
    const score = normalized[feasible[index] ?? 0] ?? 0;
    if (score >= 0 && score <= MAX_NODE_SCORE && Number.isInteger(score)) continue;
    const range = `it should in the range of [0, ${MAX_NODE_SCORE}] after normalizing`;
    throw new PluginFailure(
      `applying score defaultWeights on Score plugins: plugin ${JSON.stringify(plugin)} returns an invalid score ${score}, ${range}`);
  }
}
