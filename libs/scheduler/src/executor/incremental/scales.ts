import { type Scale, MAX_NODE_SCORE, normalizedScore } from '../../evidence/index.js';
import { PluginFailure } from '../../attempt/index.js';
import type { Normalization } from '../../plugin.js';

/** A scale that needs no more than the least and the most raw score. */
export type RangeScale = Exclude<Scale, { readonly kind: 'custom' }>;

/** The raw scores of the nodes that take part. */
export class RawRange {
  #least = Infinity;
  #most = -Infinity;

  add(raw: number): void {
    if (raw < this.#least) this.#least = raw;
    if (raw > this.#most) this.#most = raw;
  }

  /**
   * The scale that they make; of no score at all, one from 0 to 0. A plugin that normalises itself has none: an Error.
   */
  scale(normalization: Normalization): RangeScale {
    const [least, most] = this.#least > this.#most ? [0, 0] : [this.#least, this.#most];
    switch (normalization) {
      case 'none':
        return { kind: 'none' };
      case 'max':
      case 'reverseMax':
        return { kind: normalization, most: Math.max(0, most) };
      case 'minMax':
        return { kind: 'minMax', least, most };
      case 'minMaxWithZero':
        return { kind: 'minMax', least: Math.min(0, least), most: Math.max(0, most) };
      case 'reverseRange':
        return { kind: 'reverseRange', least, most: Math.max(0, most) };
      case 'custom':
        throw new Error('a plugin that normalises itself has no scale');
    }
  }
}

/** A normalised score that the framework accepts. As kube-scheduler v1.34 RunScorePlugins. */
export function acceptedScore(plugin: string, scale: RangeScale, raw: number): number {
  return accepted(plugin, normalizedScore(scale, raw));
}

export function accepted(plugin: string, score: number): number {
  if (score >= 0 && score <= MAX_NODE_SCORE && Number.isInteger(score)) return score;
  const range = `it should in the range of [0, ${MAX_NODE_SCORE}] after normalizing`;
  throw new PluginFailure(
    `applying score defaultWeights on Score plugins: plugin ${JSON.stringify(plugin)} returns an invalid ` +
      `score ${score}, ${range}`,
  );
}
