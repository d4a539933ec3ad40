import type { Evidence, Scale } from '#scheduler';
import { TraceFormatError, type ByteReader, type ByteWriter } from './bytes/index.js';

/** A score plugin that ran, and what its normalised scores are multiplied with. */
export interface ScorePlugin {
  readonly name: string;
  readonly weight: number;
}

/** The same with the kind of scale on which its raw scores were normalised. */
export interface ScaledPlugin extends ScorePlugin {
  readonly kind: Scale['kind'];
}

/** Which plugins a decision's columns belong to. */
export interface PluginShape {
  readonly filterPlugins: readonly string[];
  /** Those that ran, in order; empty when no node was feasible. */
  readonly scorePlugins: readonly ScaledPlugin[];
}

/** The kinds of scale by their numbers in digests and chunks. */
const kinds: readonly Scale['kind'][] = ['none', 'max', 'reverseMax', 'minMax', 'reverseRange', 'custom'];

/** The shape of an attempt's evidence. */
export function shapeOf({ filterPlugins, scores }: Evidence): PluginShape {
  return {
    filterPlugins,
    scorePlugins: scores.map(({ plugin, weight, scale }) => ({ name: plugin, weight, kind: scale.kind })),
  };
}

/** True when the evidence is of this shape. */
export function hasShape({ filterPlugins, scores }: Evidence, shape: PluginShape): boolean {
  if (scores.length !== shape.scorePlugins.length || !sameNames(filterPlugins, shape.filterPlugins)) return false;
  for (let index = 0; index < scores.length; index++) {
    const now = scores[index];
    const then = shape.scorePlugins[index];
    if (now?.plugin !== then?.name || now?.weight !== then?.weight || now?.scale.kind !== then?.kind) return false;
  }
  return true;
}

/** Mostly they are one list, that of the engine's profile. */
export function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((name, index) => name === b[index]));
}

/**
 * Filter plugins, then score plugins with weight and kind of scale; both after their count. Chunks
 * and digests share this form.
 */
export function writeShape(writer: ByteWriter, { filterPlugins, scorePlugins }: PluginShape): void {
  writer.varint(filterPlugins.length);
  for (const name of filterPlugins) writer.text(name);
  writer.varint(scorePlugins.length);
  for (const { name, weight, kind } of scorePlugins) {
    writer.text(name);
    writer.signed(weight);
    writer.byte(kinds.indexOf(kind));
  }
}

/** What `writeShape` wrote. */
export function readShape(reader: ByteReader): PluginShape {
  const filterPlugins = reader.list(() => reader.text());
  const scorePlugins = reader.list(() => ({ name: reader.text(), weight: reader.signed(), kind: readKind(reader) }));
  return { filterPlugins, scorePlugins };
}

function readKind(reader: ByteReader): Scale['kind'] {
  const number = reader.byte();
  const kind = kinds[number];
  if (kind === undefined) throw new TraceFormatError(`${number} is no kind of scale`);
  return kind;
}
