import type { PreFilterRecord } from '../attempt/index.js';
import { type Status, StatusTable } from '../evidence/index.js';
import { activeFilters, runPreFilter } from '../executor/asking/index.js';
import { IncomingPod } from '../pods/index.js';
import type { Pod } from '../objects/index.js';
import type { Profile } from '../profile/index.js';
import type { Snapshot } from '../snapshot/index.js';

/** What every filter says, each asked alone: also of an attempt that ends with an error of one of them. */
export interface AskedAlone {
  readonly preFilter: PreFilterRecord;
  /** By row: those that fail, in plugin order. */
  readonly failures: readonly (readonly Status[])[];
}

export function askAlone({ points }: Profile, snapshot: Snapshot, pod: Pod): AskedAlone {
  const statuses = new StatusTable();
  const scope = { pod: new IncomingPod(pod), snapshot, statuses };
  const { answers, record } = runPreFilter(points.preFilter, scope);
  const filters = activeFilters(points.filter, answers, scope);
  const failuresOn = (row: number): Status[] =>
    filters.flatMap(({ prepared }) => {
      const id = prepared.filter(row);
      return id === 0 ? [] : [statuses.get(id)];
    });
  return { preFilter: record, failures: Array.from({ length: snapshot.nodeCount }, (_, row) => failuresOn(row)) };
}
