import type { Status } from '#scheduler';
import type { PartialRows } from '../../partial-trace.js';
import { ascending, readNumbers, type DecisionParts } from './decision-reader.js';
import type { TablesReader } from './tables-reader.js';

/** The rows of a decision that was kept in part. */
export function readExcerpt(tables: TablesReader, parts: DecisionParts): PartialRows {
  const { filterPlugins, scorePlugins } = tables.shape(parts.heads.varint());
  const rows = ascending(parts.indices);
  const statuses = (): (Status | null)[] =>
    rows.map(() => tables.statuses[tables.verdict(parts.verdicts.varint())] ?? null);
  const scores = (): number[] => rows.map(() => parts.scores.signed());
  const first = statuses();
  const failures = filterPlugins.map(statuses);
  const columns = scorePlugins.map(() => ({ raw: scores(), normalized: scores() }));
  readNumbers({ filterPlugins, scorePlugins }, parts);
  return { filterPlugins, scorePlugins, rows: Uint32Array.from(rows), first, failures, columns };
}
