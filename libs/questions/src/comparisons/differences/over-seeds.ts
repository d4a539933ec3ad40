import type { MeasureOverSeeds, SeedReport } from '../comparison.js';
import { spreadOf, type ResourceMeasures, type SideMeasures } from '../measures/index.js';

type Reading = (side: SideMeasures) => number;

/** What of a resource is followed over seeds. */
const OF_RESOURCE: Readonly<Record<string, (resource: ResourceMeasures) => number>> = {
  utilization: ({ utilization }) => utilization,
  imbalance: ({ nodes }) => nodes.standardDeviation,
  stranded: ({ strandedShare }) => strandedShare,
};

const OF_SIDE: Readonly<Record<string, Reading>> = {
  scheduled: ({ outcomes }) => outcomes['scheduled'] ?? 0,
  nodesUsed: ({ nodesUsed }) => nodesUsed,
};

/** How the measures of both sides, and their differences, lie over all seeds; null of a single one. */
export function overSeeds(reports: readonly SeedReport[]): readonly MeasureOverSeeds[] | null {
  if (reports.length < 2) return null;
  const over = (measure: string, resource: string | null, read: Reading): MeasureOverSeeds => {
    const [a, b] = [reports.map((one) => read(one.a)), reports.map((one) => read(one.b))];
    const difference = b.map((value, at) => value - (a[at] ?? 0));
    return { measure, resource, a: spreadOf(a), b: spreadOf(b), difference: spreadOf(difference) };
  };
  const resources = [
    ...new Set(reports.flatMap(({ a, b }) => [...a.resources, ...b.resources].map((one) => one.resource))),
  ];
  return [
    ...Object.entries(OF_SIDE).map(([measure, read]) => over(measure, null, read)),
    ...resources.flatMap((resource) =>
      Object.entries(OF_RESOURCE).map(([measure, read]) =>
        over(measure, resource, ({ resources: all }) => {
          const found = all.find((one) => one.resource === resource);
          return found === undefined ? 0 : read(found);
        }),
      ),
    ),
  ];
}
