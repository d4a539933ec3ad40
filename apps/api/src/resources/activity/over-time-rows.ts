import type { ClusterSums, PastUtilization, ResourceSum } from '#history';

/** A row a bucket and resource. */
export type OverTimeRow = Omit<PastUtilization, 'resources'> & ResourceSum;

/** Those of these resources; of all where none are named. */
export function overTimeRows(
  buckets: readonly PastUtilization[],
  resources: readonly ClusterSums['resources'][number]['resource'][] | undefined,
): OverTimeRow[] {
  return buckets.flatMap(({ resources: sums, ...bucket }) =>
    sums.filter(({ resource }) => resources?.includes(resource) ?? true).map((sum) => ({ ...bucket, ...sum })),
  );
}
