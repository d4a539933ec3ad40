import { quantile } from '../quantile.js';
import type { BenchClient } from '../service/bench-client.js';
import { BenchService } from '../service/bench-service.js';
import { importBoundCluster, importNodes, importPending, pendingPodName } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { grantNamespace, newTeam } from './teams.js';

/** Requests of each kind before the clock runs. */
const WARM_UP = 50;

/** Runs of all pending pods in each service; the fastest counts. */
const RUNS = 4;

/** Somebody who asks, of a service that has the same cluster as the other. */
interface Asker {
  readonly client: BenchClient;
  readonly clusterId: string;
  /** A decision that they may see. */
  readonly decision: string;
}

const READS: Readonly<Record<string, (asker: Asker) => string>> = {
  cluster: () => '',
  pod: () => '/api/v1/namespaces/apps/pods/bound-7',
  podPage: () => '/api/v1/namespaces/apps/pods?limit=50',
  decisionPage: () => '/decisions?pageSize=50',
  decision: ({ decision }) => `/decisions/${decision}`,
  trace: ({ decision }) => `/decisions/${decision}/trace?pageSize=100`,
  changePage: () => '/changes?pageSize=50',
  states: () => '/states',
};

/**
 * What it costs that teams share a service: the same requests, in turn, of two services with the same clusters. One
 * asks nobody for a key, and its readers pass the policies of the database; the other is as it starts by default, and
 * is asked by its admin, and by a team that was granted the namespace of all pods, whose answers are redacted. The
 * first is asked twice as well, so that both have come to the same: how far its second answers are from its first is
 * noise.
 */
export const access: FurtherFigure = {
  size: { nodes: 1000, pods: 10_000, rounds: 300 },
  measure: (options) =>
    BenchService.with((open) => BenchService.with((kept) => measure(open, kept, options), { BERTH_AUTH: 'keys' })),
};

async function measure(open: BenchService, kept: BenchService, options: FigureOptions): Promise<FigureValues> {
  const { rounds, progress } = options;
  await open.withDatabase((database) => database.query('ALTER ROLE berth_reader BYPASSRLS'));
  progress('importing', 0, 1);
  const ids = [await full(open.client, options), await full(kept.client, options)] as const;
  const part = kept.clientWith(await newTeam(kept.client, 'part', ['viewer', 'scheduler']));
  await grantNamespace(kept.client, ids[1], { team: 'part', namespace: 'apps', roles: ['viewer', 'scheduler'] });
  // Nobody asks a service that has just answered another: it would have all at hand still.
  const clients = [
    [open.client, ids[0]],
    [kept.client, ids[1]],
    [open.clientWith(undefined), ids[0]],
    [part, ids[1]],
  ] as const;
  const values: Record<string, number> = {};
  const report = (name: string, [openMs, adminMs, againMs, partMs]: readonly number[]): void => {
    values[`${name}OpenMs`] = openMs ?? NaN;
    values[`${name}AdminRatio`] = (adminMs ?? NaN) / (openMs ?? NaN);
    values[`${name}PartRatio`] = (partMs ?? NaN) / (openMs ?? NaN);
    values[`${name}AgainRatio`] = (againMs ?? NaN) / (openMs ?? NaN);
  };
  progress('schedule', 0, 1);
  report(
    'schedule',
    await inTurn(clients, rounds, async ([client, clusterId], index) => {
      const name = pendingPodName(2 * index + (clients.findIndex(([one]) => one === client) >> 1));
      return (await client.schedule({ clusterId, pods: { names: [name] } })).ms;
    }),
  );
  const askers: Asker[] = [];
  for (const [client, clusterId] of clients)
    askers.push({ client, clusterId, decision: await aDecision(client, clusterId) });
  for (const [name, path] of Object.entries(READS)) {
    progress(name, 0, 1);
    report(
      name,
      await inTurn(askers, rounds, async (asker) => {
        return (await asker.client.get(`/v1/clusters/${asker.clusterId}${path(asker)}`)).ms;
      }),
    );
  }
  progress('runs', 0, 1);
  return { ...values, ...(await runs([open.client, kept.client], options)) };
}

/** Full of pods, with as many pending as are scheduled one by one. */
function full(client: BenchClient, { nodes, pods, rounds }: FigureOptions): Promise<string> {
  const size = { nodes, boundPods: pods, pendingPods: 2 * (WARM_UP + rounds) };
  return importBoundCluster(client, size, () => undefined);
}

async function aDecision(client: BenchClient, clusterId: string): Promise<string> {
  const { items } = await client.api.get('/v1/clusters/{cluster}/decisions', {
    params: { path: { cluster: clusterId }, query: { pageSize: 1 } },
  });
  return items[0]?.id ?? '';
}

/** The medians of all, in milliseconds: one asks after the other, and who is first goes round. */
async function inTurn<T>(
  askers: readonly T[],
  rounds: number,
  ask: (asker: T, index: number) => Promise<number>,
): Promise<readonly number[]> {
  const times = askers.map((): number[] => []);
  for (let index = 0; index < WARM_UP + rounds; index += 1) {
    for (let turn = 0; turn < askers.length; turn += 1) {
      const who = (index + turn) % askers.length;
      const ms = await ask(askers[who] as T, index);
      if (index >= WARM_UP) times[who]?.push(ms);
    }
  }
  return times.map((ms) => quantile(ms, 0.5));
}

/** Runs of all pending pods of a cluster, in turn: the fastest of each service, and their ratio. */
async function runs(
  [open, kept]: readonly [BenchClient, BenchClient],
  { nodes, pods }: FigureOptions,
): Promise<FigureValues> {
  const times = new Map<BenchClient, number[]>([
    [open, []],
    [kept, []],
  ]);
  for (let round = 0; round < RUNS; round += 1) {
    for (const [client, ms] of times) {
      const clusterId = await importNodes(client, nodes, `run-${round}`);
      await importPending(client, clusterId, { first: 0, end: pods });
      ms.push((await client.schedule({ clusterId, preemption: 'off' })).ms);
    }
  }
  const [openMs = NaN, keptMs = NaN] = [...times.values()].map((ms) => Math.min(...ms));
  return { runOpenMs: openMs, runRatio: keptMs / openMs };
}
