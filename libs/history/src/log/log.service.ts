import type { Caller, Database, Transaction } from '#database';
import { type Sight, sightOf } from '#access';
import { type ClusterAt, type SightNeed } from '#cluster';
import { ok, read, refuse, type Outcome } from '#requests';
import { locateCluster, refuseAfter } from '../past/index.js';
import { readReach, type LogReach } from '#state';
import { findChanges, type ChangeFilter, type Stretch } from './changes.store.js';
import type { LoggedChange } from './logged-change.js';
import type { Revision } from './revision.js';
import { actorsOf, ANONYMOUS, findRevisions, firstRevisionSince, type RevisionFilter } from './revisions.store.js';

/** Times between which something was written. */
interface Times {
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
}

export interface ChangeListRequest {
  readonly filter: ChangeFilter & Times & { readonly revision?: bigint };
  /** The list starts after this position; where nothing is said, with the oldest change that is there. */
  readonly after?: bigint;
  readonly pageSize: number;
}

export interface RevisionListRequest {
  readonly filter: RevisionFilter & Times;
  /** The list goes on before this revision. */
  readonly before?: bigint;
  readonly pageSize: number;
}

/**
 * A page that may be short, or empty, and yet have a next one: what matches rarely is looked for a stretch at a time.
 */
export interface LogPage<T> {
  readonly items: readonly T[];
  /** A position, or a revision: where the list goes on; null at its end. */
  readonly next: bigint | null;
}

/** How a log is looked through for what no index finds. */
export interface LookLimits {
  /** Entries that a call looks through, at most. */
  readonly entries: bigint;
  /** Entries that a statement looks through. */
  readonly stretch: bigint;
}

const LIMITS: LookLimits = { entries: 1_000_000n, stretch: 100_000n };

/** The contents of a page, unless its first change alone is larger. */
const PAGE_BYTES = 8 * 2 ** 20;

/** Reading a cluster's log: what was changed, and who did it. */
export class LogService {
  constructor(
    private readonly database: Database,
    private readonly limits = LIMITS,
  ) {}

  /** In the order of the log. */
  changes(
    caller: Caller,
    which: ClusterAt,
    { filter, after, pageSize }: ChangeListRequest,
  ): Promise<Outcome<LogPage<LoggedChange>>> {
    return this.#inLog(caller, { which, need: 'inSight' }, async (tx, clusterId, { reach, sight }) => {
      if (after !== undefined && after < reach.keptAfter) return refuseAfter(tx, clusterId, { position: after, reach });
      if (after !== undefined && after > reach.head.position)
        return refuse({ kind: 'PositionAhead', position: String(after), current: String(reach.head.position) });
      const { since, until, revision, ...matching } = filter;
      const stretch = await stretchOf(tx, {
        clusterId,
        reach,
        after: after ?? reach.keptAfter,
        filter: { since, until, revision },
      });
      const limits = this.limits;
      return ok(await changesIn(tx, { clusterId, stretch, sight, filter: matching, pageSize, limits }));
    });
  }

  /** Newest first. */
  revisions(
    caller: Caller,
    which: ClusterAt,
    { filter, before, pageSize }: RevisionListRequest,
  ): Promise<Outcome<LogPage<Revision>>> {
    return this.#inLog(caller, { which, need: 'whole' }, async (tx, clusterId, { reach }) => {
      const { since, until, ...matching } = filter;
      const all = { from: reach.oldestRevision, to: reach.head.revision };
      const from =
        since === undefined
          ? all.from
          : ((await firstRevisionSince(tx, clusterId, all, since))?.revision ?? all.to + 1n);
      const end =
        until === undefined
          ? all.to + 1n
          : ((await firstRevisionSince(tx, clusterId, all, until))?.revision ?? all.to + 1n);
      const to = before === undefined || before > end ? end - 1n : before - 1n;
      return ok(await revisionsIn(tx, { clusterId, from, to, filter: matching, pageSize, limits: this.limits }));
    });
  }

  revision(caller: Caller, which: ClusterAt, revision: bigint): Promise<Outcome<Revision>> {
    return this.#inLog(caller, { which, need: 'whole' }, async (tx, clusterId, { reach }) => {
      const [found] = await findRevisions(tx, clusterId, { from: revision, to: revision, filter: {}, limit: 1 });
      return found === undefined || revision > reach.head.revision
        ? refuse({ kind: 'RevisionNotFound', revision: String(revision) })
        : ok(found);
    });
  }

  /** Who wrote revisions, by revision; none for a caller who does not see the whole cluster. */
  actors(
    caller: Caller,
    which: ClusterAt,
    revisions: readonly string[],
  ): Promise<Outcome<ReadonlyMap<string, string>>> {
    return this.#inLog(caller, { which, need: 'inSight' }, async (tx, clusterId, { sight }) =>
      ok(sight.kind === 'all' ? await actorsOf(tx, clusterId, revisions) : new Map()),
    );
  }

  /** Of a cluster as it was, the log as it was. */
  #inLog<T>(
    caller: Caller,
    { which, need }: { readonly which: ClusterAt; readonly need: SightNeed },
    fn: (tx: Transaction, clusterId: string, log: SeenLog) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return read(this.database, caller, async (tx) => {
      const located = await locateCluster(tx, which, need);
      if (located.refused) return located;
      const { cluster, point } = located.value;
      const reach = { ...(await readReach(tx, cluster.id)), head: point };
      return fn(tx, cluster.id, { reach, sight: sightOf(cluster) });
    });
  }
}

/** How far a log reaches, and what its reader sees of it. */
interface SeenLog {
  readonly reach: LogReach;
  readonly sight: Sight;
}

interface StretchInput {
  readonly clusterId: string;
  readonly reach: LogReach;
  readonly after: bigint;
  readonly filter: {
    readonly since: Date | undefined;
    readonly until: Date | undefined;
    readonly revision: bigint | undefined;
  };
}

/** Where in the log the changes of these times and this revision are. */
async function stretchOf(
  tx: Transaction,
  { clusterId, reach, after, filter: { since, until, revision } }: StretchInput,
): Promise<Stretch> {
  const all = { from: reach.oldestRevision, to: reach.head.revision };
  const starts = [after];
  const ends = [reach.head.position];
  if (since !== undefined)
    starts.push(((await firstRevisionSince(tx, clusterId, all, since))?.position ?? reach.head.position + 1n) - 1n);
  if (until !== undefined)
    ends.push(((await firstRevisionSince(tx, clusterId, all, until))?.position ?? reach.head.position + 1n) - 1n);
  if (revision !== undefined) {
    const [found] = await findRevisions(tx, clusterId, { from: revision, to: revision, filter: {}, limit: 1 });
    starts.push(found === undefined ? reach.head.position : BigInt(found.firstPosition) - 1n);
    ends.push(found === undefined ? reach.head.position : BigInt(found.lastPosition));
  }
  return { after: largest(starts), upTo: smallest(ends) };
}

interface ChangesInput {
  readonly clusterId: string;
  readonly stretch: Stretch;
  readonly sight: Sight;
  readonly filter: ChangeFilter;
  readonly pageSize: number;
  readonly limits: LookLimits;
}

async function changesIn(
  tx: Transaction,
  { clusterId, stretch, sight, filter, pageSize, limits }: ChangesInput,
): Promise<LogPage<LoggedChange>> {
  const end = smallest([stretch.upTo, stretch.after + limits.entries]);
  const items: LoggedChange[] = [];
  let bytes = 0;
  let after = stretch.after;
  while (after < end) {
    const upTo = smallest([end, after + limits.stretch]);
    const found = await findChanges(tx, clusterId, {
      after,
      upTo,
      sight,
      filter,
      size: { count: pageSize - items.length, bytes: PAGE_BYTES - bytes },
    });
    items.push(...found.changes);
    bytes += found.bytes;
    const full = items.length >= pageSize || bytes >= PAGE_BYTES;
    after = found.more ? BigInt(items.at(-1)?.position ?? upTo) : upTo;
    if (found.more || full) return { items, next: after < stretch.upTo ? after : null };
  }
  return { items, next: after < stretch.upTo ? after : null };
}

interface RevisionsInput {
  readonly clusterId: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly filter: RevisionFilter;
  readonly pageSize: number;
  readonly limits: LookLimits;
}

async function revisionsIn(
  tx: Transaction,
  { clusterId, from, to, filter, pageSize, limits }: RevisionsInput,
): Promise<LogPage<Revision>> {
  // An index finds these, wherever they are.
  const indexed = filter.requestId !== undefined || (filter.actor !== undefined && filter.actor !== ANONYMOUS);
  const end = indexed ? from : largest([from, to - limits.entries + 1n]);
  const items: Revision[] = [];
  let last = to;
  while (last >= end) {
    const first = indexed ? end : largest([end, last - limits.stretch + 1n]);
    items.push(
      ...(await findRevisions(tx, clusterId, { from: first, to: last, filter, limit: pageSize - items.length + 1 })),
    );
    if (items.length > pageSize)
      return { items: items.slice(0, pageSize), next: BigInt(items[pageSize - 1]?.revision ?? first) };
    last = first - 1n;
  }
  return { items, next: last >= from ? last + 1n : null };
}

function smallest(numbers: readonly bigint[]): bigint {
  return numbers.reduce((a, b) => (b < a ? b : a));
}

function largest(numbers: readonly bigint[]): bigint {
  return numbers.reduce((a, b) => (b > a ? b : a));
}
