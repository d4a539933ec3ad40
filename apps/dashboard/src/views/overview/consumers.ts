import type { ReportRow } from '../reports/columns-of.js';

/** What a row of the capacity report says of a group of pods. */
export interface Consumer {
  readonly group: string;
  readonly pods: number;
  readonly requested: number;
  /** Requested by pods that are pending. */
  readonly pending: number;
}

const SHOWN = 6;

/** The groups that request the most, pending pods included, and of equals the first by name; pods without one apart. */
export function consumers(rows: readonly ReportRow[]): Consumer[] {
  return rows
    .flatMap(({ group, pods, requested, pending, pendingPods }) =>
      typeof group === 'string'
        ? [
            {
              group,
              pods: numberOf(pods) + numberOf(pendingPods),
              requested: numberOf(requested),
              pending: numberOf(pending),
            },
          ]
        : [],
    )
    .sort((a, b) => b.requested + b.pending - a.requested - a.pending || (a.group < b.group ? -1 : 1))
    .slice(0, SHOWN);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
