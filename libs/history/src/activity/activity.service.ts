import { ownField, setField } from '#json';
import { findCluster, type ClusterRow } from '#cluster';
import { ok, read, refuse, type Outcome } from '#requests';
import { sightOf, ALL_IN_SIGHT } from '#access';
import type { Caller, Database, Transaction } from '#database';
import type { FieldProblem } from '#apimachinery';
import { lastArchive } from '../archives/index.js';
import { findRevisionBefore, readReach } from '#state';
import { countChanges, countDecisions, countRevisions, readEnds } from './activity.queries.js';
import { boundsOf, type Buckets } from './buckets.js';
import { ClusterTotals, type ClusterSums } from './cluster-totals.js';
import { NodeRatios } from './node-ratios.js';
import { UsageLogs } from './usage-logs.js';
import { UsageReading, type UsageSums } from './usage-sums.js';
import type { UsageTables } from './usage-tables.js';

/** What is asked of a stretch of time; without its ends, of all retained history. */
export interface BucketsRequest {
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
  readonly buckets: number;
}

/** What happened between two times. */
export interface Activity {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  readonly revisions: number;
  /** Null where there was none. */
  readonly lastRevision: string | null;
  /** By operation. */
  readonly changes: Readonly<Record<string, number>>;
  /** By outcome, dry runs apart. */
  readonly decisions: Readonly<Record<string, number>>;
}

/** The end of a bucket. */
interface BucketEnd {
  /** Before this time. */
  readonly at: string;
  readonly position: string;
}

/** How full a cluster was at the end of a bucket. */
export interface PastUtilization extends ClusterSums, BucketEnd {}

/** How full a node was at several times: requested by allocatable; null where it was not there, or has none. */
interface NodeOverTime {
  readonly name: string;
  readonly ratios: readonly (number | null)[];
}

/** How full nodes were of one resource at several times. */
export interface NodesOverTime {
  readonly resource: string;
  /** Before each of these times. */
  readonly at: readonly string[];
  /** All that were there at any of them, in byte order of their names. */
  readonly nodes: readonly NodeOverTime[];
}

/** A place in a log. */
export interface LogEndPoint {
  readonly revision: string;
  readonly position: string;
  readonly at: string;
}

/** How far a log reaches. */
export interface HistoryReach {
  /** The oldest retained revision, and the last; null where there is none. */
  readonly first: LogEndPoint | null;
  readonly last: LogEndPoint | null;
  /** When the last revision was written that is in a file; null where none is. */
  readonly archivedUntil: string | null;
}

/** What happened in a cluster in the course of time. */
export class ActivityService {
  constructor(
    private readonly database: Database,
    private readonly usage = new UsageLogs(),
  ) {}

  /** Revisions, changes and decisions, counted by bucket. */
  activity(caller: Caller, cluster: string, request: BucketsRequest): Promise<Outcome<readonly Activity[]>> {
    return this.#inSpan(caller, { cluster, request }, async (tx, cluster, buckets) => {
      const { id } = cluster;
      const seen = { id, sight: sightOf(cluster) };
      const rows = boundsOf(buckets);
      const found = rows
        .slice(0, -1)
        .map((from, index) => ({
          from: from.toISOString(),
          to: rows[index + 1]?.toISOString() ?? '',
          revisions: 0,
          lastRevision: null as string | null,
          changes: Object.fromEntries(OPERATIONS.map((op) => [op, 0])),
          decisions: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])),
        }));
      for (const { bucket, count, last_revision: last } of await countRevisions(tx, seen, buckets))
        Object.assign(found[bucket] ?? {}, { revisions: count, lastRevision: last });
      for (const { bucket, op, count } of await countChanges(tx, seen, buckets)) add(found[bucket]?.changes, op, count);
      for (const { bucket, outcome, count } of await countDecisions(tx, seen, buckets))
        add(found[bucket]?.decisions, outcome, count);
      return ok(found);
    });
  }

  /** How full the cluster was at the end of each bucket. */
  utilization(caller: Caller, cluster: string, request: BucketsRequest): Promise<Outcome<readonly PastUtilization[]>> {
    return this.#inSpan(caller, { cluster, request }, async (tx, { id }, buckets) => {
      const sumsOf = ({ amounts }: UsageTables): ClusterTotals => new ClusterTotals(amounts);
      return ok(await this.#atEnds(tx, { id, buckets, sumsOf }, (end, { sums }) => ({ ...end, ...sums })));
    });
  }

  /** How full each node was of one resource at the end of each bucket. */
  nodes(
    caller: Caller,
    cluster: string,
    { resource, ...request }: BucketsRequest & { readonly resource: string },
  ): Promise<Outcome<NodesOverTime>> {
    return this.#inSpan(caller, { cluster, request }, async (tx, { id }, buckets) => {
      const sumsOf = (tables: UsageTables): NodeRatios => new NodeRatios(tables, resource);
      const ends = await this.#atEnds(tx, { id, buckets, sumsOf }, ({ at }, { ratios }) => ({ at, ratios }));
      const names = [...new Set(ends.flatMap(({ ratios }) => [...ratios.keys()]))].sort();
      return ok({
        resource,
        at: ends.map(({ at }) => at),
        nodes: names.map((name) => ({ name, ratios: ends.map(({ ratios }) => ratios.get(name) ?? null) })),
      });
    });
  }

  /** How far its log reaches. */
  history(caller: Caller, cluster: string): Promise<Outcome<HistoryReach>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const [first = null, last = null] = (await readEnds(tx, row.id)).map(({ at, ...end }) => ({
        ...end,
        at: at.toISOString(),
      }));
      const archive = await lastArchive(tx, row.id);
      return ok({ first, last, archivedUntil: archive?.archive.times.last ?? null });
    });
  }

  /** What sums are at the end of each bucket. */
  async #atEnds<Sums extends UsageSums, T>(
    tx: Transaction,
    { id, buckets, sumsOf }: { readonly id: string; readonly buckets: Buckets; readonly sumsOf: SumsOf<Sums> },
    read: (end: BucketEnd, sums: Sums) => T,
  ): Promise<T[]> {
    const { start, ends } = await readPositions(tx, id, buckets);
    const found = await this.usage.at(tx, id, { after: start, upTo: ends.at(-1) ?? start });
    const sums = sumsOf(found.log.tables);
    const reading = new UsageReading(found, sums);
    const bounds = boundsOf(buckets);
    const all: T[] = [];
    for (const [bucket, position] of ends.entries()) {
      await reading.advance(tx, position);
      all.push(read({ at: bounds[bucket + 1]?.toISOString() ?? '', position: String(position) }, sums));
    }
    return all;
  }

  #inSpan<T>(
    caller: Caller,
    { cluster, request }: { readonly cluster: string; readonly request: BucketsRequest },
    fn: (tx: Transaction, cluster: ClusterRow, buckets: Buckets) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return read(this.database.slow, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const ends = await readEnds(tx, row.id);
      const since = request.since ?? ends[0]?.at ?? row.created_at;
      // The end is exclusive, and the last revision belongs to it.
      const until = request.until ?? new Date(Math.max(tx.at.getTime(), row.at.getTime(), since.getTime()) + 1);
      const problems = spanProblems({ since, until, count: request.buckets });
      return problems.length > 0
        ? refuse({ kind: 'InvalidRequest', problems })
        : fn(tx, row, { since, until, count: request.buckets });
    });
  }
}

type SumsOf<Sums> = (tables: UsageTables) => Sums;

/** The position before buckets, and that at the end of each of them. */
async function readPositions(
  tx: Transaction,
  id: string,
  buckets: Buckets,
): Promise<{ readonly start: bigint; readonly ends: readonly bigint[] }> {
  const { keptAfter, head } = await readReach(tx, id);
  const all = await countRevisions(tx, { id, sight: ALL_IN_SIGHT }, buckets);
  const lasts = new Map(all.map((row) => [row.bucket, BigInt(row.last_position)]));
  const first = await findRevisionBefore(tx, id, new Date(buckets.since.getTime() - 1));
  const start = first === undefined || first.lastPosition < keptAfter ? keptAfter : first.lastPosition;
  const ends: bigint[] = [];
  for (let bucket = 0, position = start; bucket < buckets.count; bucket += 1) {
    const last = lasts.get(bucket) ?? position;
    if (last > position && last <= head.position) position = last;
    ends.push(position);
  }
  return { start, ends };
}

/** What is done to objects, and what attempts end with: each is counted, 0 too. */
export const OPERATIONS = ['create', 'update', 'bind', 'delete', 'evict', 'note'] as const;
export const OUTCOMES = ['scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error'] as const;

function add(counts: Record<string, number> | undefined, name: string, count: number): void {
  if (counts !== undefined) setField(counts, name, (ownField(counts, name) ?? 0) + count);
}

function spanProblems({ since, until, count }: Buckets): FieldProblem[] {
  if (until.getTime() - since.getTime() >= count) return [];
  const why = until > since ? `is too near to since for ${count} buckets of a millisecond` : 'must be later than since';
  const message = `Invalid value: "${until.toISOString()}": ${why}`;
  return [{ field: 'until', reason: 'FieldValueInvalid', message }];
}
