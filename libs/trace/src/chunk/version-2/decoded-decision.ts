import {
  NO_DOMAIN,
  type Changed,
  type Domains,
  type Evidence,
  type Lineage,
  type Overrides,
  type Scale,
  type ScoreColumn,
  type Status,
  type VerdictColumn,
} from '#scheduler';
import { combinationsOf } from '../../combinations.js';
import type { FlatOverrides } from '../../columns/index.js';
import type { PluginShape } from '../../plugin-shape.js';
import { numberCount, scaleOf } from '../../scale-numbers.js';
import type { PlainColumn } from './tables-reader.js';

/** A decision as it is put together from a frame and differences. */
export interface DecodedDecision {
  readonly shape: PluginShape;
  /** What the numbers of verdicts mean. */
  readonly statuses: readonly (Status | null)[];
  /**
   * Of every filter plugin, then raw scores of every score plugin, then normalised scores of those with a custom scale.
   */
  readonly verdicts: PlainColumn<Uint32Array>[];
  readonly scores: PlainColumn<Float64Array>[];
  numbers: readonly number[];
  overrides: FlatOverrides;
}

/** What is known of the step from the class's decision before, where they are read one after the other. */
export interface Step {
  readonly lineage: Lineage | null;
  /** By column: verdicts, then raw scores. */
  changed(index: number): Changed;
}

const unknownStep: Step = { lineage: null, changed: () => null };

/** The decision as evidence: readers of traces and of evidence are the same. */
export function evidenceOf(decoded: DecodedDecision, nodeCount: number, step: Step = unknownStep): Evidence {
  const { shape, statuses, verdicts } = decoded;
  const evidence = {
    nodeCount,
    filterPlugins: shape.filterPlugins,
    statuses,
    verdicts: verdicts.flatMap((column, index): VerdictColumn[] =>
      saysNothing(column)
        ? []
        : [{ plugin: shape.filterPlugins[index] ?? '', ...column, changed: step.changed(index) }],
    ),
    overrides: overridesOf(decoded.overrides),
    scores: scoresOf(decoded, step),
    lineage: step.lineage,
  };
  let combinations: Evidence['combinations'] | undefined;
  return {
    ...evidence,
    // Counted on demand: most readers of a row or a page do not need it.
    get combinations() {
      return (combinations ??= combinationsOf(evidence));
    },
  };
}

/**
 * One 0 for all rows: what is kept of a filter that was skipped too. Left out, because every reader of a
 * row looks at every column.
 */
function saysNothing({ domains, values }: PlainColumn<Uint32Array>): boolean {
  return domains !== null && values.length === 1 && values[0] === 0 && !leavesOut(domains);
}

/**
 * Whether some row is in no domain. Decisions of a chunk share their domains, which have as
 * many rows as there are nodes.
 */
function leavesOut(domains: Domains): boolean {
  let known = outside.get(domains);
  if (known === undefined) outside.set(domains, (known = domains.of.includes(NO_DOMAIN)));
  return known;
}

const outside = new WeakMap<Domains, boolean>();

function scoresOf({ shape, scores, numbers, verdicts }: DecodedDecision, step: Step): ScoreColumn[] {
  let number = 0;
  let custom = shape.scorePlugins.length;
  const noScores = { domains: null, values: new Float64Array(0) };
  return shape.scorePlugins.map(({ name, weight, kind }, index): ScoreColumn => {
    const { domains, values } = scores[index] ?? noScores;
    const end = number + numberCount(kind);
    const scale: Scale =
      kind === 'custom'
        ? { kind, normalized: (scores[custom++] ?? noScores).values }
        : scaleOf(kind, numbers.slice(number, end));
    number = end;
    return { plugin: name, weight, domains, values, scale, changed: step.changed(verdicts.length + index) };
  });
}

function overridesOf([fill = 0, ...rest]: FlatOverrides): Overrides {
  const rows = new Map<number, number>();
  for (let at = 0; at < rest.length; at += 2) rows.set(rest[at] ?? 0, rest[at + 1] ?? 0);
  return { fill, rows };
}
