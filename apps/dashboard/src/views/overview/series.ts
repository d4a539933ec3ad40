import type { Sample } from '../../drawing/index.js';
import type { RowOverTime } from './over-time.js';

/** A resource over time. */
export interface Series {
  readonly resource: string;
  readonly samples: readonly Sample[];
}

/** So many lines can be distinguished by their colour and their dashes. */
const MOST = 4;

/** The resources that are the fullest at the end, in that order, each over the same times. */
export function seriesOf(rows: readonly Pick<RowOverTime, 'at' | 'resource' | 'ratio'>[]): readonly Series[] {
  const byResource = new Map<string, Sample[]>();
  for (const { resource, at, ratio } of rows) {
    const samples = byResource.get(resource) ?? [];
    samples.push({ at, value: ratio });
    byResource.set(resource, samples);
  }
  return [...byResource]
    .map(([resource, samples]) => ({ resource, samples }))
    .filter(({ samples }) => samples.some(({ value }) => value !== null))
    .sort((a, b) => (b.samples.at(-1)?.value ?? 0) - (a.samples.at(-1)?.value ?? 0))
    .slice(0, MOST);
}

/** How many pods there were at the end of a bucket. */
export type PodsAt = Pick<RowOverTime, 'at' | 'pods' | 'pendingPods'>;

/** One for each bucket: every resource of a bucket has a row, with the same pods. */
export function podsOf(rows: readonly PodsAt[]): readonly PodsAt[] {
  return rows.filter(({ at }, index) => rows[index - 1]?.at !== at);
}
