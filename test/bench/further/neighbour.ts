import { quantile } from '../quantile.js';
import type { BenchClient } from '../service/bench-client.js';
import { BenchService } from '../service/bench-service.js';
import { importBoundCluster, importNodes, importPending } from '../service/bound-cluster.js';
import { startAsking } from './asking-meanwhile.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { startLoudTeam } from './loud-team.js';
import { newTeam } from './teams.js';

const ROLES = ['viewer', 'editor', 'scheduler', 'auditor'] as const;

/** Of the team that asks for little: nodes, and pods beyond those that are scheduled one by one. */
const SMALL_NODES = 100;
const WARM_UP = 100;

/**
 * What a team notices of another that asks for all the heavy work that it may, and more: its small reads and its runs
 * of one pod, by processes that do nothing else, while the other team does nothing and while it does all that.
 */
export const neighbour: FurtherFigure = {
  size: { nodes: 1000, pods: 10_000, rounds: 1000 },
  measure: (options) => BenchService.with((service) => measure(service, options), { BERTH_AUTH: 'keys' }),
};

async function measure(service: BenchService, { nodes, pods, rounds, progress }: FigureOptions): Promise<FigureValues> {
  const said = (phase: string): void => {
    progress(phase, 0, 1);
  };
  said('preparing');
  const small = { key: await newTeam(service.client, 'small', ROLES), rounds };
  const loudKey = await newTeam(service.client, 'loud', ROLES);
  const client = service.clientWith(small.key);
  const loud = service.clientWith(loudKey);
  const size = { name: 'loud', nodes, boundPods: pods, pendingPods: pods };
  const clusterId = await importBoundCluster(loud, size, () => undefined);
  // Decisions to export, to replay and to verify, and pods that still wait for some.
  await loud.schedule({ clusterId });
  await importPending(loud, clusterId, { first: pods, end: 2 * pods });
  await service.idle();
  said('alone');
  const alone = await askBoth(client, { ...small, name: 'alone' });
  said('beside the loud team');
  const team = await startLoudTeam(loud, { clusterId, key: loudKey });
  const beside = await askBoth(client, { ...small, name: 'beside' });
  const work = await team.end();
  return { ...compared('read', alone.readMs, beside.readMs), ...compared('run', alone.runMs, beside.runMs), ...work };
}

interface Both {
  readonly readMs: readonly number[];
  readonly runMs: readonly number[];
}

/** So many runs of one pod, and reads as long as they take, in clusters of their own. */
async function askBoth(
  client: BenchClient,
  { name, key, rounds }: { readonly name: string; readonly key: string; readonly rounds: number },
): Promise<Both> {
  const pods = { boundPods: SMALL_NODES, pendingPods: WARM_UP + rounds };
  const size = { name: `${name}-run`, nodes: SMALL_NODES, ...pods };
  const read = await importNodes(client, SMALL_NODES, `${name}-read`);
  await importPending(client, read, { first: 0, end: SMALL_NODES });
  const run = await importBoundCluster(client, size, () => undefined);
  const reading = await startAsking(client, { clusterId: read, key });
  const running = await startAsking(client, { clusterId: run, kind: 'runs', key, most: rounds });
  const runMs = await running.all();
  return { readMs: await reading.end(), runMs };
}

function compared(name: string, alone: readonly number[], beside: readonly number[]): FigureValues {
  const [aloneMs, besideMs] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  return {
    [`${name}AloneP50Ms`]: quantile(alone, 0.5),
    [`${name}AloneP99Ms`]: aloneMs,
    [`${name}BesideP50Ms`]: quantile(beside, 0.5),
    [`${name}BesideP99Ms`]: besideMs,
    [`${name}P99TimesAlone`]: besideMs / aloneMs,
  };
}
