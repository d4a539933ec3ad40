import { type Caller } from '#access';
import { ClusterService, ObjectService, OverviewService, RefusalLogService } from '#cluster';
import { ok, type Outcome } from '#requests';
import { SYSTEM_ROLE, type Database, type TransactionOptions, type Transactions } from '#database';
import { CALLER, fillCluster, kindNamed, node, pod, scheduleAll, valueOf, type TestServices } from '#test-services';
import { DecisionIndexService, DecisionService, ProfileService, SchedulingService } from '#scheduling';
import { PendingService, SearchService } from '#questions';
import { ActivityService, CapacityService, DiffService, LogService } from '#history';
import { PastClusters } from '#state';
import { ExportService } from '#transfer';

/** Two teams with a cluster each, of which neither has anything in the other's. */
export interface TwoTeams {
  readonly teams: readonly [Team, Team];
}

/** A team, who asks for it, and its cluster. */
export interface Team {
  readonly caller: Caller;
  readonly cluster: string;
  /** Of the cluster. */
  readonly name: string;
}

const SECOND = '00000000-0000-7000-8000-000000000002';

/** So few decisions are worth an index. */
const FEW = { block: 2, sizes: [2, 8], direct: 8 } as const;

/**
 * Both clusters have something of everything, and a node and a pod that tell whose they are; the second is given to
 * another team when it is full.
 */
export async function twoTeams(services: TestServices): Promise<TwoTeams> {
  const [amber, birch] = [await filled(services, 'amber'), await filled(services, 'birch')];
  await new DecisionIndexService(services.database, { shape: FEW }).tidy(CALLER);
  await services.connected(async (client) => {
    await client.query(`INSERT INTO teams (id, name) VALUES ($1, 'second')`, [SECOND]);
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE a.attname = 'team_id' AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition
         AND EXISTS (SELECT FROM pg_attribute b WHERE b.attrelid = c.oid AND b.attname = 'cluster_id')`,
    );
    // Of history too: nobody but a test gives a cluster away.
    await client.query('SET session_replication_role = replica');
    for (const { name } of rows)
      await client.query(`UPDATE ${name} SET team_id = $1 WHERE cluster_id = $2`, [SECOND, birch]);
    await client.query('UPDATE clusters SET team_id = $1 WHERE id = $2', [SECOND, birch]);
  });
  return {
    teams: [
      { caller: CALLER, cluster: amber, name: 'amber' },
      { caller: { ...CALLER, team: SECOND }, cluster: birch, name: 'birch' },
    ],
  };
}

async function filled(services: TestServices, name: string): Promise<string> {
  const cluster = await fillCluster(services, name);
  const unplaced = pod(markOf(name), {}, { nodeSelector: { none: 'such' } });
  valueOf(await services.import(cluster, [node(markOf(name), { cpu: '1', memory: '1Gi' }), unplaced]));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  valueOf(await services.checkpoints.create(CALLER, cluster));
  return cluster;
}

/** The name of what stands in one cluster alone: all else has the same names in both. */
function markOf(cluster: string): string {
  return `a-of-${cluster}`;
}

/** The same database, where whoever asks passes the first wall as the service itself does, and reads as a reader. */
export function withoutFirstWall(database: Database): Database {
  return begunOtherwise(database, (caller, how) => [{ ...caller, roles: [SYSTEM_ROLE] }, how]);
}

/** The same database, where whoever asks reads past the second wall, as writers do. */
export function withoutSecondWall(database: Database): Database {
  return begunOtherwise(database, (caller, how) => [caller, { ...how, role: 'engine' }]);
}

type Begin = (caller: Caller, how: TransactionOptions | undefined) => readonly [Caller, TransactionOptions | undefined];

/** Also the transactions that take long, or go at their caller's pace. */
function begunOtherwise(database: Database, begin: Begin): Database {
  const transactionsOf = (target: Transactions): Transactions => ({
    transaction: (caller, fn, how) => {
      const [as, otherwise] = begin(caller, how);
      return target.transaction(as, fn, otherwise);
    },
  });
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'slow' || name === 'paced') return transactionsOf(target[name]);
      if (name === 'transaction') return transactionsOf(target).transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

type Question = (caller: Caller, cluster: string) => Promise<Outcome<unknown>>;

/** What is asked of a cluster, over everything that reads one. */
export function questions(database: Database, { moments }: Pick<TestServices, 'moments'>): readonly Question[] {
  const clusters = new ClusterService(database, moments);
  const objects = new ObjectService(database, moments);
  const decisions = new DecisionService(database);
  const profiles = new ProfileService(database, moments);
  const log = new LogService(database);
  const overview = new OverviewService(database, moments);
  const pending = new PendingService(database);
  const search = new SearchService(database, moments);
  const capacity = new CapacityService(database, moments);
  const diffs = new DiffService(database, new PastClusters());
  const activity = new ActivityService(database);
  const exports = new ExportService(database, moments);
  const refusals = new RefusalLogService(database);
  const lease = { holder: '' } as never;
  const scheduling = new SchedulingService(database, { lease, onFailure: () => undefined });
  const collection = (cluster: string, kind: string) => ({ cluster, kind: kindNamed(kind), namespace: '' });
  return [
    (caller, cluster) => clusters.get(caller, cluster),
    (caller, cluster) => objects.list(caller, collection(cluster, 'Pod'), { limit: 20 }),
    (caller, cluster) => objects.list(caller, collection(cluster, 'Node'), { limit: 20 }),
    (caller, cluster) => objects.count(caller, collection(cluster, 'Pod')),
    (caller, cluster) => objects.get(caller, collection(cluster, 'Node'), 'n0'),
    (caller, cluster) => decisions.list(caller, cluster, { pageSize: 10, filter: {} }),
    (caller, cluster) => scheduling.list(caller, cluster, { pageSize: 10 }),
    (caller, cluster) => profiles.list(caller, cluster),
    (caller, cluster) => log.changes(caller, cluster, { filter: {}, pageSize: 10 }),
    (caller, cluster) => overview.states(caller, cluster),
    (caller, cluster) => overview.namespaces(caller, cluster, { pageSize: 10 }),
    (caller, cluster) => pending.list(caller, cluster, { filter: {}, orderBy: 'name', offset: 0, pageSize: 20 }),
    (caller, cluster) => search.search(caller, cluster, { text: 'a-of-', limit: 20 }),
    (caller, cluster) => capacity.ofCluster(caller, cluster),
    (caller, cluster) => diffs.diff(caller, { cluster, from: 'revision:1' }),
    (caller, cluster) => activity.activity(caller, cluster, { buckets: 2 }),
    (caller, cluster) => activity.history(caller, cluster),
    (caller, cluster) => refusals.list(caller, cluster, { filter: {}, pageSize: 10 }),
    (caller, cluster) => gathered((take) => exports.export(caller, { cluster }, ({ batches }) => take(batches))),
    (caller, cluster) => gathered((take) => decisions.stream(caller, { cluster, filter: {} }, take)),
  ];
}

/** All batches of what is streamed. */
async function gathered(
  stream: (take: (batches: AsyncIterable<readonly unknown[]>) => Promise<void>) => Promise<Outcome<void>>,
): Promise<Outcome<unknown>> {
  const all: unknown[] = [];
  const outcome = await stream(async (batches) => {
    for await (const batch of batches) all.push(...batch);
  });
  return outcome.refused ? outcome : ok(all);
}

/** What came of many questions. */
export interface Tally {
  readonly asked: number;
  /** Answers about the own cluster. */
  readonly answered: number;
  /** Questions about the other team's, which is not there. */
  readonly notFound: number;
  /** Answers to those. */
  readonly leaks: number;
}

/** Both teams ask at once, each about its own cluster and the other's in turn. */
export async function askInterleaved(all: readonly Question[], { teams }: TwoTeams, count: number): Promise<Tally> {
  const tally = { asked: 0, answered: 0, notFound: 0, leaks: 0 };
  const ask = async (index: number): Promise<void> => {
    const [own, other] = index % 2 === 0 ? teams : [teams[1], teams[0]];
    const isOwn = index % 4 < 2;
    const question = all[(index >> 2) % all.length] ?? (() => Promise.reject(new Error('no question')));
    const outcome = await question(own.caller, isOwn ? own.cluster : other.cluster);
    tally.asked++;
    if (outcome.refused) {
      if (isOwn || outcome.refusal.kind !== 'ClusterNotFound') throw new Error(JSON.stringify(outcome.refusal));
      tally.notFound++;
    } else if (isOwn && !tellsOf(other, outcome.value)) tally.answered++;
    else tally.leaks++;
  };
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => ask(from + index)));
  return tally;
}

function tellsOf({ cluster, name }: Team, answer: unknown): boolean {
  const text = JSON.stringify(answer, shown);
  return [cluster, markOf(name)].some((mark) => text.includes(mark));
}

/** So many wait for the connection at a time. */
const AT_ONCE = 20;

function shown(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
