import { setTimeout } from 'node:timers/promises';
import { quantile } from '../quantile.js';
import { BenchService } from '../service/bench-service.js';
import { importNodes } from '../service/bound-cluster.js';
import { follow } from './follow-pods.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { smallPod } from './small-pod.js';

const BINDS_A_SECOND = 500;
const SELECTORS = 20;
/** Ten runs a second. */
const PODS_A_RUN = 50;
/** How often it is looked at whether all has arrived. */
const TICK_MS = 10;
/** The last events are waited for so long. */
const SETTLE_MS = 10_000;

/**
 * Pods that are bound, 500 a second in runs of 50, while one client watches them, and then while `rounds` watch them
 * through 20 selectors: how long after the answer to a run its events arrive, and what the service takes for it all.
 * The watchers and PostgreSQL share the cores with the service.
 */
export const watch: FurtherFigure = {
  size: { nodes: 200, pods: 10_000, rounds: 1_000 },
  measure: (options) => BenchService.with((service) => measure(service, options), { BERTH_WATCHERS_OF_A_KEY: '5000' }),
};

async function measure(service: BenchService, { nodes, pods, rounds, progress }: FigureOptions): Promise<FigureValues> {
  const clusterId = await importNodes(service.client, nodes, 'watched');
  await service.client.import(clusterId, pending(2 * pods));
  const one = await bindings(service, { clusterId, watchers: 1, first: 0, pods, progress });
  const rssBefore = service.memory().rssBytes;
  const many = await bindings(service, { clusterId, watchers: rounds, first: pods, pods, progress });
  return {
    ...named('one', one),
    ...named('many', many),
    cpuTimesOne: many.cpuSeconds / one.cpuSeconds,
    rssBeforeMiB: mib(rssBefore),
  };
}

interface Bound {
  readonly bindsPerSecond: number;
  readonly runP50Ms: number;
  readonly delayP50Ms: number;
  readonly delayP99Ms: number;
  readonly cpuSeconds: number;
  /** Once all watchers are open, when half is bound, and when all is bound. */
  readonly rssMiB: readonly [number, number, number];
}

interface Binding {
  readonly clusterId: string;
  readonly watchers: number;
  /** The number of the first pod that is bound, and how many are. */
  readonly first: number;
  readonly pods: number;
  readonly progress: FigureOptions['progress'];
}

async function bindings(service: BenchService, binding: Binding): Promise<Bound> {
  const { clusterId, watchers, first, pods } = binding;
  const base = `${service.url}/v1/clusters/${clusterId}/api/v1`;
  const position = await service.client.position(clusterId);
  /** When each binding was answered, and when its events arrived. */
  const answered = new Map<string, number>();
  const arrived: (readonly [pod: string, at: number])[] = [];
  const note = (pod: string): void => void arrived.push([pod, performance.now()]);
  const open = await Promise.all(
    Array.from({ length: watchers }, (_, index) => {
      const selector = watchers === 1 ? '' : `&labelSelector=shard%3D${index % SELECTORS}`;
      return follow(`${base}/pods?watch=true&resourceVersion=${position}${selector}`, note);
    }),
  );
  const rss = [mib(service.memory().rssBytes)];
  const cpuBefore = service.cpuSeconds();
  const runMs: number[] = [];
  const begun = performance.now();
  await paced(binding, async (index) => {
    const names = Array.from({ length: PODS_A_RUN }, (_, place) => `pod-${first + index + place}`);
    const { ms } = await service.client.schedule({ clusterId, pods: { names: names.map((name) => `apps/${name}`) } });
    for (const name of names) answered.set(name, performance.now());
    runMs.push(ms);
    if (index >= pods >> 1 && rss.length === 1) rss.push(mib(service.memory().rssBytes));
  });
  const seconds = (performance.now() - begun) / 1_000;
  const want = watchers === 1 ? pods : eventsOf(binding);
  for (let waited = 0; arrived.length < want && waited < SETTLE_MS; waited += TICK_MS) await setTimeout(TICK_MS);
  if (arrived.length !== want) throw new Error(`${arrived.length} of ${want} events arrived`);
  const cpuSeconds = service.cpuSeconds() - cpuBefore;
  rss.push(mib(service.memory().rssBytes));
  for (const close of open) close();
  const delays = arrived.map(([pod, at]) => Math.max(0, at - (answered.get(pod) ?? at)));
  return {
    bindsPerSecond: pods / seconds,
    runP50Ms: quantile(runMs, 0.5),
    delayP50Ms: quantile(delays, 0.5),
    delayP99Ms: quantile(delays, 0.99),
    cpuSeconds,
    rssMiB: [rss[0] ?? NaN, rss[1] ?? NaN, rss[2] ?? NaN],
  };
}

/** How many events watchers of all selectors in turn are sent. */
function eventsOf({ watchers, first, pods }: Binding): number {
  let events = 0;
  for (let index = 0; index < watchers; index += 1)
    for (let pod = first; pod < first + pods; pod += 1) events += Number(pod % SELECTORS === index % SELECTORS);
  return events;
}

/** Calls `work` for the first pod of each run, so many pods a second where it takes no longer. */
async function paced({ pods, watchers, progress }: Binding, work: (index: number) => Promise<void>): Promise<void> {
  const begun = performance.now();
  for (let index = 0; index < pods; index += PODS_A_RUN) {
    await setTimeout(Math.max(0, begun + (index / BINDS_A_SECOND) * 1_000 - performance.now()));
    progress(`binding, ${watchers} watching`, index, pods);
    await work(index);
  }
}

function* pending(count: number): Iterable<object> {
  for (let index = 0; index < count; index += 1) {
    yield smallPod({ name: `pod-${index}`, namespace: 'apps', labels: { shard: String(index % SELECTORS) } });
  }
}

function named(prefix: string, { rssMiB: [open, half, end], ...values }: Bound): FigureValues {
  const all = { ...values, rssOpenMiB: open, rssHalfMiB: half, rssEndMiB: end };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [`${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`, value]),
  );
}

function mib(bytes: number): number {
  return bytes / 2 ** 20;
}
