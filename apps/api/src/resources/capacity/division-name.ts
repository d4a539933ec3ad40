import type { Division } from '#history';

const WORD = { nodeLabel: 'label', podLabel: 'podLabel' } as const;

/** As callers write it. */
export function nameOfDivision(division: Division): string {
  return division.key === undefined ? division.by : `${WORD[division.by]}:${division.key}`;
}
