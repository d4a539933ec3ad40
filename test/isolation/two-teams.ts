import { ClusterService, ObjectService, OverviewService, type Caller, type Outcome } from '#cluster';
import { SYSTEM_ROLE, type Database } from '#database';
import { CALLER, fillCluster, kindNamed, type TestServices } from '#test-services';
import { DecisionService, ProfileService, SchedulingService } from '#scheduling';
import { LogService } from '#history';

/** Two teams with a cluster each, of which neither has anything in the other's. */
export interface TwoTeams {
  readonly teams: readonly [Team, Team];
}

/** A team, who asks for it, and its cluster. */
export interface Team {
  readonly caller: Caller;
  readonly cluster: string;
  /** Of the cluster, as it is written in everything that names it. */
  readonly name: string;
}

const SECOND = '00000000-0000-7000-8000-000000000002';

/** Both clusters have something of everything; the second is given to another team when it is full. */
export async function twoTeams(services: TestServices): Promise<TwoTeams> {
  const [amber, birch] = [await fillCluster(services, 'amber'), await fillCluster(services, 'birch')];
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

/** The same database, where whoever asks passes the first wall as the service itself does, and reads as a reader. */
export function withoutFirstWall(database: Database): Database {
  const passing = (caller: Caller): Caller => ({ ...caller, roles: [SYSTEM_ROLE] });
  return new Proxy(database, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'transaction')
        return (caller: Caller, fn: never, options: never) => target.transaction(passing(caller), fn, options);
      if (name === 'transactionFrom')
        return (caller: Caller, work: never) => target.transactionFrom(passing(caller), work);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** The same database, where whoever asks reads past the second wall, as writers do. */
export function withoutSecondWall(database: Database): Database {
  return new Proxy(database, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'transaction')
        return (caller: Caller, fn: never, how: object) => target.transaction(caller, fn, { ...how, role: 'engine' });
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
  ];
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
    } else if (isOwn && !JSON.stringify(outcome.value, shown).includes(other.cluster)) tally.answered++;
    else tally.leaks++;
  };
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => ask(from + index)));
  return tally;
}

/** So many wait for the connection at a time. */
const AT_ONCE = 20;

function shown(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
