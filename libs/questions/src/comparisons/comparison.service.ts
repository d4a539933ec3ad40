import { ok, read, type Outcome } from '#requests';
import { heavily, type Caller } from '#database';
import { locateCluster } from '#history';
import { countArrivals } from './arrivals/index.js';
import type { ComparisonSource } from './comparing.js';
import type { Comparison, ComparisonProgress, ComparisonRequest } from './comparison.js';
import { compareArrivals } from './compare-arrivals.js';
import { comparePods } from './compare-pods.js';
import { comparisonInWords, overSeeds } from './differences/index.js';
import { countPending } from './pods/index.js';
import { SeedReports } from './seed-reports.js';
import { comparedSide, locateSides, type LocatedComparison } from './sides/index.js';

/** What a comparison will be about. */
export interface ComparisonScope {
  /** Id of the cluster. */
  readonly cluster: string;
  /** Pods to be tried, as far as that is known before they are read. */
  readonly pods: number;
}

/** How to compare. */
export interface ComparisonOptions {
  /** Called now and then. */
  readonly progress?: (progress: ComparisonProgress) => void;
}

/** The same pods in the same order under two profiles or in two clusters. Nothing is written. */
export class ComparisonService {
  constructor(private readonly source: ComparisonSource) {}

  /** What is not there is refused before there is anything to do. */
  async scope(caller: Caller, request: ComparisonRequest): Promise<Outcome<ComparisonScope>> {
    return read(this.source.database, caller, async (tx) => {
      const located = await locateSides(tx, request);
      if (located.refused) return located;
      const { cluster, point } = located.value.located;
      const { of, seeds = 1 } = request;
      const scope = (pods: number): Outcome<ComparisonScope> => ok({ cluster: cluster.id, pods: pods * seeds });
      if (located.value.run !== undefined) return scope(located.value.run.counts.selected);
      if ('pods' in of)
        return scope('names' in of.pods ? of.pods.names.length : await countPending(tx, cluster.id, of.pods.namespace));
      const end = await locateCluster(tx, { cluster: cluster.id, ...('until' in of && { at: of.until }) });
      if (end.refused) return end;
      return scope(await countArrivals(tx, cluster.id, { from: point.position, upTo: end.value.point.position }));
    });
  }

  /** @throws what the caller's signal was aborted with */
  async compare(
    asking: Caller,
    request: ComparisonRequest,
    { progress }: ComparisonOptions = {},
  ): Promise<Outcome<Comparison>> {
    const caller = heavily(asking);
    const { database } = this.source;
    const located = await read(database, caller, (tx) => locateSides(tx, request));
    if (located.refused) return located;
    const reports = new SeedReports(request, {
      run: located.value.run,
      progress: (far) => {
        caller.signal?.throwIfAborted();
        progress?.(far);
      },
    });
    const comparing = { caller, source: this.source, request, located: located.value };
    const done =
      'since' in request.of ? await compareArrivals(comparing, reports) : await comparePods(comparing, reports);
    return done.refused ? done : ok(reported(located.value, reports));
  }
}

function reported({ a, b }: LocatedComparison, { seeds, placements, placementCount, pods }: SeedReports): Comparison {
  const answer = {
    a: comparedSide(a),
    b: comparedSide(b),
    pods,
    seeds,
    overSeeds: overSeeds(seeds),
    placements,
    placementCount,
  };
  return { ...answer, sentence: comparisonInWords(answer) };
}
