import { POSTGRES_ERROR, postgresErrorCode, type Caller, type Database, type Transaction } from '#database';
import type { Controllers } from '#kubernetes';
import type { FieldProblem } from '#apimachinery';
import { v7 as uuid } from 'uuid';
import {
  idempotently,
  type IdempotentRequest,
  edgeOf,
  pageOf,
  type PageWindow,
  ok,
  read,
  refuse,
  unmet,
  write,
  type Conditioned,
  type Outcome,
  type WriteConditions,
  resourceNameProblems,
} from '#requests';
import {
  admissionDefaults,
  admissionSettingsOf,
  type AdmissionSettings,
  clockOfText,
  commit,
  countHead,
  Draft,
  listUncounted,
  lockHead,
  timeAt,
  complete,
} from '#writes';
import { insertClock } from './clock.store.js';
import type { ClusterSettings } from './cluster-settings.js';
import { clusterOf, traceBudgetOf, type Cluster } from './cluster.js';
import { clusterVersion, conditionedCluster, seenVersion } from './cluster-version.js';
import { describeCluster, describeRows } from './describe-cluster.js';
import { lockCluster } from './lock-cluster.js';
import { mirrorOf } from './mirror.js';
import { inWriteLane } from './write-lane.js';
import type { ClusterAt, ClusterReading, Moments } from './moments.js';
import { FULL_TRACES, traceBudgetProblems } from './trace-budget.js';
import {
  changeCluster,
  findCluster,
  findClusters,
  insertCluster,
  listClusters,
  listPlace,
  retireCluster,
  type ClusterRow,
} from './cluster.store.js';

/** One page of a list: there is more behind it, on the way that it was taken, when `next` is there. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** What comes with a write of a cluster. */
export interface ClusterWriteOptions {
  readonly idempotency?: IdempotentRequest;
  readonly conditions?: WriteConditions;
}

/** A version of a cluster, and one of what a reader sees of it: readers get the same answer where both are the same. */
export interface SeenVersion {
  readonly version: string;
  readonly seen: string;
}

/** Which clusters of a list, by their places in it. */
type ClusterPageRequest = PageWindow<string> & { readonly pageSize: number };

/** Clusters: made, found by id or name, changed, deleted. */
export class ClusterService {
  constructor(
    private readonly database: Database,
    private readonly moments: Moments,
  ) {}

  /** Counts the objects of clusters that an older version has written to: until then each read counts them. */
  async countHeads(caller: Caller): Promise<void> {
    for (const id of await read(this.database, caller, listUncounted))
      await this.database.transaction(caller, async (tx) => {
        await lockHead(tx, id);
        await countHead(tx, id);
      });
  }

  create(
    caller: Caller,
    settings: ClusterSettings,
    { idempotency, conditions }: ClusterWriteOptions = {},
  ): Promise<Outcome<Cluster>> {
    // In a cluster that lives controllers act in its own time, and not in that of writes.
    const actors = settings.controllers ?? (settings.clock === undefined ? undefined : 'none');
    const { name, traceBudget = FULL_TRACES, clock, ...admission } = { ...admissionDefaults(actors), ...settings };
    const invalid = refusedSettings(settings, actors);
    if (invalid !== undefined) return Promise.resolve(invalid);
    return idempotently(this.database, caller, {
      ...idempotency,
      run: (keep, deadline) =>
        write(
          this.database,
          caller,
          async (tx) => {
            const failed = conditions && unmet(conditions, await conditionedName(tx, name));
            if (failed !== undefined) return failed;
            const id = uuid();
            if (!(await insertCluster(tx, { id, name, traceBudget, admission, origin: null })))
              return refuse({ kind: 'ClusterNameTaken', name });
            if (clock !== undefined) await insertClock(tx, id, clock);
            const created = await describeCluster(tx, id);
            await keep(tx, created);
            return created;
          },
          { deadline },
        ),
    });
  }

  /**
   * At a moment: revision, position and counts as they were then; names and settings are not in the
   * log and are the present ones.
   */
  get(caller: Caller, which: ClusterAt): Promise<Outcome<Cluster>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      return opened.refused ? opened : ok(await clusterThen(opened.value));
    });
  }

  /** The time of a cluster: by its clock, or by the wall where it has none, or where there is no such cluster. */
  presentTime(caller: Caller, idOrName: string): Promise<Date> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, idOrName, 'inSight');
      const clock = clockOfText(row?.clock ?? null);
      return clock === null ? tx.at : timeAt(clock, tx.at);
    });
  }

  /** Its version, and what the caller sees of it; found without looking at what is in it. */
  version(caller: Caller, idOrName: string): Promise<Outcome<SeenVersion>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, idOrName, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster: idOrName });
      return ok({ version: clusterVersion(settled(row)), seen: seenVersion(row) });
    });
  }

  /** Those of the clusters that are there, in no order. */
  getMany(caller: Caller, ids: readonly string[]): Promise<readonly Cluster[]> {
    return read(this.database, caller, async (tx) => describeRows(tx, await findClusters(tx, ids)));
  }

  /** By name, in byte order; places are those of `listPlace`. */
  list(caller: Caller, page: ClusterPageRequest): Promise<Page<Cluster>> {
    return read(this.database, caller, (tx) => pageOfClusters(tx, page));
  }

  /** The forks of a cluster that are there, likewise; forks of forks are theirs. */
  forks(caller: Caller, idOrName: string, page: ClusterPageRequest): Promise<Outcome<Page<Cluster>>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, idOrName, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster: idOrName });
      return ok(await pageOfClusters(tx, { ...page, origin: row.id }));
    });
  }

  /** What is not given stays as it is. */
  async update(
    caller: Caller,
    idOrName: string,
    settings: Partial<ClusterSettings>,
    { idempotency, conditions }: ClusterWriteOptions = {},
  ): Promise<Outcome<Cluster>> {
    const invalid = refusedSettings(settings);
    if (invalid !== undefined) return invalid;
    try {
      return await idempotently(this.database, caller, {
        ...idempotency,
        run: (keep, deadline) =>
          write(
            this.database,
            caller,
            async (tx) => {
              // Held where what is read is a condition.
              const row =
                conditions === undefined
                  ? await findCluster(tx, idOrName, 'inSight')
                  : (await lockCluster(tx, idOrName))?.cluster;
              if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster: idOrName });
              const failed =
                unmet(conditions ?? {}, conditionedRow(row)) ??
                refusedName(caller, row, settings) ??
                refusedSettings(settings, row.controllers);
              if (failed !== undefined) return failed;
              await changeCluster(tx, row.id, settings);
              const changed = await describeCluster(tx, row.id);
              await keep(tx, changed);
              return changed;
            },
            { deadline },
          ),
      });
    } catch (error) {
      if (postgresErrorCode(error) === POSTGRES_ERROR.uniqueViolation)
        return refuse({ kind: 'ClusterNameTaken', name: settings.name ?? '' });
      throw error;
    }
  }

  /**
   * The state goes; the log, its decisions and traces stay in the database, out of the faces' reach. The deletion is
   * the log's last revision, so that a run that was decided before it loses its race.
   */
  delete(
    caller: Caller,
    idOrName: string,
    { idempotency, conditions = {} }: ClusterWriteOptions = {},
  ): Promise<Outcome<Cluster>> {
    const { database } = this;
    const retire = async (tx: Transaction): Promise<Outcome<Cluster>> => {
      const locked = await lockCluster(tx, idOrName);
      if (locked === undefined) return refuse({ kind: 'ClusterNotFound', cluster: idOrName });
      const failed = unmet(conditions, conditionedRow(locked.cluster));
      if (failed !== undefined) return failed;
      const cluster = await describeCluster(tx, locked.cluster.id);
      const draft = await complete({ tx, database, draft: new Draft({ head: locked.head, at: tx.at }) });
      await commit(tx, draft, { headHeld: true });
      await retireCluster(tx, locked.cluster);
      return cluster;
    };
    return idempotently(database, caller, {
      ...idempotency,
      run: (keep, deadline) =>
        inWriteLane(database, caller, { cluster: idOrName, deadline }, () =>
          write(
            database,
            caller,
            async (tx) => {
              const cluster = await retire(tx);
              await keep(tx, cluster);
              return cluster;
            },
            { deadline },
          ),
        ),
    });
  }
}

/** Names are those of the owning team: whether one is taken tells of clusters that were not shared. */
function refusedName(
  { team }: Caller,
  row: ClusterRow,
  { name = row.name }: Partial<ClusterSettings>,
): Outcome<never> | undefined {
  if (name === row.name || team === row.team_id) return undefined;
  return refuse({ kind: 'Forbidden', roles: ['editor'], why: 'a cluster is named by the team that it belongs to' });
}

/** A row with its settings as they are shown. */
function settled(
  row: ClusterRow,
): Omit<ClusterRow, 'mirror'> & AdmissionSettings & Pick<Cluster, 'traceBudget' | 'mirror'> {
  return { ...row, ...admissionSettingsOf(row), traceBudget: traceBudgetOf(row), mirror: mirrorOf(row.mirror) };
}

function conditionedRow(row: ClusterRow): Conditioned {
  return conditionedCluster(settled(row));
}

async function conditionedName(tx: Transaction, name: string): Promise<Conditioned> {
  const taken = await findCluster(tx, name, 'inSight');
  return taken === undefined ? { what: `cluster ${JSON.stringify(name)}`, versions: [] } : conditionedRow(taken);
}

function refusedSettings(
  { name, traceBudget, conditionTaints, clock }: Partial<ClusterSettings>,
  controllers: Controllers = 'instant',
): Outcome<never> | undefined {
  const problems = [
    ...(name === undefined ? [] : resourceNameProblems(name)),
    ...(traceBudget === undefined ? [] : traceBudgetProblems(traceBudget)),
    ...(conditionTaints === true && controllers === 'none' ? [TAINTS_NEED_CONTROLLERS] : []),
    ...(clock !== undefined && controllers !== 'none' ? [CLOCK_IN_THE_WAY] : []),
    ...(clock?.rate !== undefined && clock.mode !== 'real' ? [RATE_OF_NOTHING] : []),
  ];
  return problems.length === 0 ? undefined : refuse({ kind: 'InvalidRequest', problems });
}

const TAINTS_NEED_CONTROLLERS: FieldProblem = {
  field: 'conditionTaints',
  reason: 'FieldValueForbidden',
  message: 'Forbidden: taints of conditions are set by a controller, and `controllers` is "none"',
};

const CLOCK_IN_THE_WAY: FieldProblem = {
  field: 'controllers',
  reason: 'FieldValueForbidden',
  message: 'Forbidden: in a cluster with a clock controllers act in its own time; leave `controllers` out',
};

const RATE_OF_NOTHING: FieldProblem = {
  field: 'clock.rate',
  reason: 'FieldValueForbidden',
  message: 'Forbidden: only a real clock has a rate',
};

async function pageOfClusters(
  tx: Transaction,
  { pageSize: size, ...window }: ClusterPageRequest & { readonly origin?: string },
): Promise<Page<Cluster>> {
  const found = await listClusters(tx, { ...window, limit: size + 1 });
  const page = pageOf(found, { size, fromEnd: window.fromEnd });
  const edge = edgeOf(page, window);
  return { items: await describeRows(tx, page.items), next: edge === undefined ? null : listPlace(edge) };
}

async function clusterThen(reading: ClusterReading): Promise<Cluster> {
  const {
    cluster,
    point: { position, revision },
    moment,
  } = reading;
  const then = clusterOf(
    { ...cluster, position: String(position), revision: String(revision) },
    await reading.counts(),
  );
  return moment === undefined ? then : { ...then, moment };
}
