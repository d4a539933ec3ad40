import type { Evidence } from '#scheduler';
import type { ByteReader, ByteWriter } from './bytes/index.js';

/** A score plugin that ran, and what its normalised scores are multiplied with. */
export interface ScorePlugin {
  readonly name: string;
  readonly weight: number;
}

/** Which plugins a decision's columns belong to. */
export interface PluginShape {
  readonly filterPlugins: readonly string[];
  /** Those that ran, in order; empty when no node was feasible. */
  readonly scorePlugins: readonly ScorePlugin[];
}

/** The shape of an attempt's evidence. */
export function shapeOf(evidence: Evidence): PluginShape {
  return { filterPlugins: [...evidence.filterPlugins], scorePlugins: evidence.scores.map(({ plugin, weight }) => ({ name: plugin, weight })) };
}

/** Filter plugins, then score plugins with their weights; both after their count. Chunks and digests share this form. */
export function writeShape(writer: ByteWriter, { filterPlugins, scorePlugins }: PluginShape): void {
  writer.varint(filterPlugins.length);
  for (const name of filterPlugins) writer.text(name);
  writer.varint(scorePlugins.length);
  for (const { name, weight } of scorePlugins) {
    writer.text(name);
    writer.signed(weight);
  }
}

/** What `writeShape` wrote. */
export function readShape(reader: ByteReader): PluginShape {
  const filterPlugins = reader.list(() => reader.text());
  const scorePlugins = reader.list(() => ({ name: reader.text(), weight: reader.signed() }));
  return { filterPlugins, scorePlugins };
}
