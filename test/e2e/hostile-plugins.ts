import { setTimeout } from 'node:timers/promises';
import { hostilePlugin, type HostilePlugin, writeFolder } from '../../libs/plugin-host/src/testing/index.js';
import { join } from 'node:path';
import { node, pod, TestApi } from './test-api.js';

const PAUSE_MS = 20;
/** Long enough that a busy machine does not take a plugin that answers for one that is silent. */
const BUDGET_MS = 500;

/** What became of a number of hostile plugins, and of those who asked for something else meanwhile. */
export interface Survived {
  /** Decisions whose message does not name their plugin and what it did, each with the plugin's source. */
  readonly unnamed: readonly string[];
  /** Answers to questions about health and another cluster, and the longest time that one took. */
  readonly reads: number;
  readonly failedReads: number;
  readonly slowestMs: number;
}

/** Puts so many hostile plugins into a service, decides a pod by each, and asks it for other things all the while. */
export async function survive(count: number): Promise<Survived> {
  const plugins = Array.from({ length: count }, (_, number) => hostilePlugin(number));
  const folder = writeFolder(Object.fromEntries(plugins.map(({ name, source }) => [`${name}.mjs`, source])));
  const paths = plugins.map(({ name }) => join(folder, `${name}.mjs`));
  const api = await TestApi.start({
    BERTH_PLUGINS: paths.join(','),
    BERTH_PLUGIN_BUDGET: String(BUDGET_MS),
    BERTH_WORKERS: '2',
  });
  try {
    const other = await api.cluster(node('n'), pod('p'));
    const cluster = await api.cluster(node('a'), node('b'), pod('p'));
    const reader = new Reader(api, other);
    const unnamed: string[] = [];
    for (const plugin of plugins)
      if (!(await reader.readDuring(isNamed(api, cluster, plugin)))) unnamed.push(plugin.source);
    return { unnamed, reads: reader.reads, failedReads: reader.failed, slowestMs: reader.slowestMs };
  } finally {
    await api.stop();
  }
}

async function isNamed(api: TestApi, cluster: string, { name, says }: HostilePlugin): Promise<boolean> {
  const profile = { schedulerName: 'hostile', plugins: { multiPoint: { enabled: [{ name }] } } };
  const run = await api.post(`/v1/clusters/${cluster}/runs`).send({ profile, dryRun: true });
  const { body } = await api.get(`/v1/clusters/${cluster}/decisions?run=${run.body.id}`);
  const [decision] = (body.items ?? []) as { readonly outcome: string; readonly message: string }[];
  const begins = `plugin "${name}" failed: `;
  const message = decision?.message ?? '';
  return decision?.outcome === 'error' && message.startsWith(begins) && says.test(message);
}

/** Asks one question after the other while something else is done. */
class Reader {
  reads = 0;
  failed = 0;
  slowestMs = 0;

  constructor(
    private readonly api: TestApi,
    private readonly cluster: string,
  ) {}

  /** Each question at least once, however fast the other thing is and however slow the machine. */
  async readDuring<T>(other: Promise<T>): Promise<T> {
    let isDone = false;
    const done = other.finally(() => {
      isDone = true;
    });
    do {
      await Promise.all([this.#read(), setTimeout(PAUSE_MS)]);
    } while (!isDone);
    return done;
  }

  async #read(): Promise<void> {
    for (const path of ['/readyz', `/v1/clusters/${this.cluster}`]) {
      const begun = performance.now();
      const { status } = await this.api.get(path);
      this.slowestMs = Math.max(this.slowestMs, performance.now() - begun);
      this.reads += 1;
      if (status !== 200) this.failed += 1;
    }
  }
}
