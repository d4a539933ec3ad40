import { type ScoreColumn, MAX_NODE_SCORE } from '../../evidence/index.js';
import { guard, PluginFailure } from '../../attempt/index.js';
import { NO_DOMAIN, type Domains, type PreparedScore } from '../../plugin.js';
import type { ActiveScore } from '../asking/index.js';
import { factor } from './factor.js';
import { normalize } from './normalize.js';

/** Rows of one attempt: every one, and those that are feasible. */
export interface AttemptRows {
  readonly all: Uint32Array;
  readonly feasible: Uint32Array;
}

/** A score column and what it came to by row. */
export interface ScoredColumn {
  readonly column: ScoreColumn;
  /** Feasible rows hold their normalised scores. */
  readonly normalized: Float64Array;
}

/** Runs one score plugin over the rows that it is asked about and checks what it says of feasible ones. */
export function scoreColumn({ bound, prepared }: ActiveScore, rows: AttemptRows): ScoredColumn {
  const { plugin, weight } = bound;
  const { normalization = 'none', scoreReach = 'cluster' } = plugin;
  const { domains = null } = prepared;
  const raw = new Float64Array(rows.all.length);
  const taking = takingPart(rows.feasible, domains);
  const asked = scoreReach === 'cluster' ? rows.feasible : rows.all;
  guard(plugin.name, () => runScore(plugin.name, { prepared, raw, rows: takingPart(asked, domains) }));
  const normalized = raw.slice();
  const scale = guard(plugin.name, () => normalize(normalized, taking, { normalization, prepared }));
  checkRange(plugin.name, normalized, rows.feasible);
  const values = domains === null ? raw : factor(plugin.name, domains, raw);
  return { column: { plugin: plugin.name, weight, domains, values, scale, changed: null }, normalized };
}

/** Rows in no domain are ignored. */
function takingPart(rows: Uint32Array, domains: Domains | null): Uint32Array {
  return domains === null ? rows : rows.filter((row) => domains.of[row] !== NO_DOMAIN);
}

function runScore(
  plugin: string,
  { prepared, rows, raw }: { prepared: PreparedScore; rows: Uint32Array; raw: Float64Array },
): void {
  for (const row of rows) {
    const score = prepared.score(row);
    if (!Number.isSafeInteger(score)) {
      throw new PluginFailure(
        `running Score plugins: plugin ${JSON.stringify(plugin)} failed with: score ${score} is no integer`,
      );
    }
    // A division that was cut towards 0 may have left -0, which is another number to bytes.
    raw[row] = score + 0;
  }
}

/** As kube-scheduler v1.34 RunScorePlugins. */
function checkRange(plugin: string, normalized: Float64Array, feasible: Uint32Array): void {
  for (const row of feasible) {
    const score = normalized[row] ?? 0;
    if (score >= 0 && score <= MAX_NODE_SCORE && Number.isInteger(score)) continue;
    const range = `it should in the range of [0, ${MAX_NODE_SCORE}] after normalizing`;
    throw new PluginFailure(
      `applying score defaultWeights on Score plugins: plugin ${JSON.stringify(plugin)} returns an invalid ` +
        `score ${score}, ${range}`,
    );
  }
}
