import type { Scale } from '../../evidence/index.js';
import { guard } from '../../attempt/index.js';
import { NO_DOMAIN } from '../../plugin.js';
import type { KeptScore } from './kept-scores.js';
import { accepted, acceptedScore, RawRange, type RangeScale } from './scales.js';

/** What the scores of a class come to, by one look at every feasible row. */
export interface ScoreScan {
  /** Of each score plugin, in order. */
  readonly scales: readonly Scale[];
  /** By row; means something on feasible rows only. */
  readonly totals: Float64Array;
}

/** Column by column, so that each loop reads one array. @param totals a place for every row, written here */
export function scanScores(scores: readonly KeptScore[], feasible: Uint32Array, totals: Float64Array): ScoreScan {
  totals.fill(0);
  const scales = scores.map((score) => {
    if (score.normalization === 'custom') return addCustom(score, feasible, totals);
    if (score.normalization === 'none' && score.column.marked === 0) return addPlain(score, feasible, totals);
    return score.column.isUniform ? addUniform(score, feasible, totals) : addScaled(score, feasible, totals);
  });
  return { scales, totals };
}

/** Scores that the framework takes as they are. */
function addPlain(
  { bound: { weight }, column: { values, domains } }: KeptScore,
  feasible: Uint32Array,
  totals: Float64Array,
): Scale {
  const of = domains?.of;
  for (let at = 0; at < feasible.length; at += 1) {
    const row = feasible[at] ?? 0;
    const index = of === undefined ? row : (of[row] ?? NO_DOMAIN);
    totals[row] = (totals[row] ?? 0) + (values[index] ?? 0) * weight;
  }
  return { kind: 'none' };
}

function addUniform(score: KeptScore, feasible: Uint32Array, totals: Float64Array): Scale {
  const {
    bound,
    column: { values },
    normalization,
  } = score;
  const raw = values[0] ?? 0;
  const range = new RawRange();
  if (feasible.length > 0) range.add(raw);
  const scale = range.scale(normalization);
  if (feasible.length === 0) return scale;
  const weighted = acceptedScore(bound.plugin.name, scale, raw) * bound.weight;
  if (weighted !== 0)
    for (let at = 0; at < feasible.length; at += 1)
      totals[feasible[at] ?? 0] = (totals[feasible[at] ?? 0] ?? 0) + weighted;
  return scale;
}

function addScaled(score: KeptScore, feasible: Uint32Array, totals: Float64Array): Scale {
  const {
    bound: { plugin, weight },
    column: { values, domains },
    normalization,
  } = score;
  const of = domains?.of ?? null;
  const range = new RawRange();
  for (let at = 0; at < feasible.length; at += 1) {
    const row = feasible[at] ?? 0;
    const index = of === null ? row : (of[row] ?? NO_DOMAIN);
    if (index !== NO_DOMAIN) range.add(values[index] ?? 0);
  }
  const scale: RangeScale = range.scale(normalization);
  let lastRaw = NaN;
  let lastScore = 0;
  for (let at = 0; at < feasible.length; at += 1) {
    const row = feasible[at] ?? 0;
    const index = of === null ? row : (of[row] ?? NO_DOMAIN);
    if (index === NO_DOMAIN) continue;
    const raw = values[index] ?? 0;
    if (raw !== lastRaw) {
      lastRaw = raw;
      lastScore = acceptedScore(plugin.name, scale, raw) * weight;
    }
    totals[row] = (totals[row] ?? 0) + lastScore;
  }
  return scale;
}

/** The plugin normalises itself, and sees what it would see of any executor: a column by row. */
function addCustom(
  { bound: { plugin, weight }, column, prepared }: KeptScore,
  feasible: Uint32Array,
  totals: Float64Array,
): Scale {
  const normalized = new Float64Array(totals.length);
  const taking = feasible.filter((row) => column.indexOf(row) !== NO_DOMAIN);
  for (let row = 0; row < normalized.length; row += 1) normalized[row] = column.values[column.indexOf(row)] ?? 0;
  guard(plugin.name, () => prepared.normalize?.(normalized, taking));
  for (const row of feasible) totals[row] = (totals[row] ?? 0) + accepted(plugin.name, normalized[row] ?? 0) * weight;
  return { kind: 'custom', normalized };
}
