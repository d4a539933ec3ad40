import type { Changed, Domains, Evidence } from '#scheduler';
import { hasShape, sameNames } from '../plugin-shape.js';
import type { ClassColumns } from './class-columns.js';
import { nothingMissed, type KeptColumn } from './kept-column.js';

/** Beyond this share of a column it is no dearer to look at all of it. */
const largestShare = 1 / 8;

type Source = { readonly domains: Domains | null; readonly changed: Changed };

/**
 * A step of an engine's chain that was another class's, as the second try of a pod is: what it changed is
 * noted in the columns, so that their own next step need not look at all rows. A column that this step has
 * otherwise will be looked at wholly.
 */
export function noteStep(columns: ClassColumns, evidence: Evidence): void {
  const {
    lineage,
    shape: { filterPlugins },
  } = columns;
  const follows =
    lineage !== null && evidence.lineage?.chain === lineage.chain && evidence.lineage.step === lineage.step + 1;
  if (!follows || !sameNames(evidence.filterPlugins, filterPlugins)) return;
  noteVerdicts(columns, evidence);
  noteScores(columns, evidence);
  columns.lineage = evidence.lineage;
}

function noteVerdicts({ columns, shape: { filterPlugins } }: ClassColumns, { verdicts }: Evidence): void {
  let next = 0;
  filterPlugins.forEach((plugin, index) => {
    const source = verdicts[next];
    const ran = source?.plugin === plugin;
    note(columns[index], ran ? source : undefined);
    if (ran) next++;
  });
}

/** What an engine says of scores is relative to when there were some: a step without any leaves nothing out. */
function noteScores({ columns, shape }: ClassColumns, evidence: Evidence): void {
  if (evidence.scores.length === 0) return;
  const scored = hasShape(evidence, shape);
  const first = shape.filterPlugins.length;
  for (let index = first; index < columns.length; index++)
    note(columns[index], scored ? evidence.scores[index - first] : undefined);
}

function note(column: KeptColumn | undefined, source: Source | undefined): void {
  if (column === undefined) return;
  if (
    column.missed === null ||
    source === undefined ||
    source.changed === null ||
    source.domains !== column.partition.domains
  )
    column.missed = null;
  else if (source.changed.length > 0) {
    const missed = [...column.missed, ...Array.from(source.changed)];
    column.missed = missed.length > column.cells.length * largestShare ? null : missed;
  }
}

/**
 * Which values of a column may have changed since its class's last decision: what the engine names and what was noted.
 * Nothing is noted any more.
 */
export function takeMissed(column: KeptColumn, changed: Changed): Changed {
  const { missed } = column;
  column.missed = nothingMissed;
  if (missed === null || changed === null) return null;
  return missed.length === 0 ? changed : [...missed, ...Array.from(changed)];
}
