import { BerthClient } from '#client';
import { BenchService } from '../service/bench-service.js';
import { tableBytes } from '../service/stored-bytes.js';
import { livingNode } from './living-node.js';
import type { FigureOptions, FurtherFigure } from './further-figure.js';

const START = '2026-01-05T00:00:00Z';
const YEAR = '2027-01-05T00:00:00Z';
const STEP = '1s';
/** A rollout is given up after so many steps. */
const MOST_STEPS = 1_000;
/** Living clusters at rest, and for how long they are looked at. */
const AT_REST = 100;
const REST_MS = 10_000;

/**
 * Clusters that live: a Deployment from its creation until all pods are ready, the same rolled, what a pod takes in
 * PostgreSQL; an idle year with one pod that starts again each day; and the processor time of real clocks at rest.
 * Times of the wall, and processor time of the service; PostgreSQL is not in that.
 */
export const living: FurtherFigure = {
  size: { nodes: 1_000, pods: 20_000, rounds: 1 },
  measure: (options) =>
    BenchService.with(async (service) => {
      const values: Record<string, number> = {};
      const bench = new LivingBench(service, options, values);
      await bench.deployment();
      values['peakMiB'] = service.memory().peakBytes / 2 ** 20;
      await bench.idleYear();
      await bench.rest();
      return values;
    }),
};

class LivingBench {
  readonly #api: BerthClient;

  constructor(
    private readonly service: BenchService,
    private readonly options: FigureOptions,
    private readonly values: Record<string, number>,
  ) {
    this.#api = service.client.api;
  }

  async deployment(): Promise<void> {
    const { pods, progress } = this.options;
    const root = await this.#cluster('deployment', this.options.nodes, { start: START });
    const path = `${root}/apis/apps/v1/namespaces/default/deployments`;
    const before = await this.#bytes();
    await this.#timed('create', async () => {
      await this.#send('POST', path, deployment(pods));
      await this.#untilReady(root, 'creating');
    });
    this.values['kibPerPod'] = ((await this.#bytes()) - before) / 1024 / pods;
    await this.#timed('roll', async () => {
      const containers = [container('app:2')];
      await this.#send('PATCH', `${path}/web`, { spec: { template: { spec: { containers } } } });
      await this.#untilReady(root, 'rolling');
    });
    progress('rolling', pods, pods);
  }

  async idleYear(): Promise<void> {
    this.options.progress('passing a year', 0, 1);
    const root = await this.#cluster('idle', this.options.nodes, { start: START });
    const annotations = { 'kubelet.model/run-for': '24h' };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'daily', annotations } };
    await this.#send('POST', `${root}/api/v1/namespaces/default/pods`, {
      ...pod,
      spec: { containers: [container('a')] },
    });
    await this.#clock(root, { advance: STEP });
    await this.#timed('idleYear', () => this.#clock(root, { advanceTo: YEAR }));
    const { text } = (await this.service.client.get(`${root}/api/v1/namespaces/default/pods/daily`)).answer;
    this.values['idleYearRestarts'] = (JSON.parse(text) as PodSeen).status.containerStatuses[0]?.restartCount ?? 0;
  }

  async rest(): Promise<void> {
    this.values['withoutCpuPercent'] = await this.#cpuPercent();
    for (let index = 0; index < AT_REST; index += 1) {
      this.options.progress('resting', index, AT_REST);
      await this.#cluster(`rest-${index}`, 1, { mode: 'real' });
    }
    this.values['restCpuPercent'] = await this.#cpuPercent();
  }

  /** Of one core, when all that is under way has ended. */
  async #cpuPercent(): Promise<number> {
    await this.service.idle();
    const before = this.service.cpuSeconds();
    // The time that is measured: nothing is waited for.
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return ((this.service.cpuSeconds() - before) / REST_MS) * 1_000 * 100;
  }

  async #untilReady(root: string, phase: string): Promise<void> {
    const { pods, progress } = this.options;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await this.#clock(root, { advance: STEP });
      const { text } = (await this.service.client.get(`${root}/apis/apps/v1/namespaces/default/deployments/web`))
        .answer;
      const { metadata, status } = JSON.parse(text) as DeploymentSeen;
      const { replicas = 0, readyReplicas = 0, updatedReplicas = 0, observedGeneration } = status ?? {};
      progress(phase, Math.min(readyReplicas, updatedReplicas), pods);
      const isWhole = [replicas, readyReplicas, updatedReplicas].every((count) => count === pods);
      if (isWhole && observedGeneration === metadata.generation) return;
    }
    throw new Error(`${phase}: not ready after ${MOST_STEPS} times ${STEP}`);
  }

  async #timed(name: string, work: () => Promise<unknown>): Promise<void> {
    const [cpu, began] = [this.service.cpuSeconds(), performance.now()];
    await work();
    this.values[`${name}Seconds`] = (performance.now() - began) / 1_000;
    this.values[`${name}CpuSeconds`] = this.service.cpuSeconds() - cpu;
  }

  async #cluster(
    name: string,
    nodes: number,
    { start, mode = 'virtual' }: { readonly start?: string; readonly mode?: string },
  ): Promise<string> {
    await this.#send('POST', '/v1/clusters', { name, clock: { mode, ...(start && { now: start }) } });
    const root = `/v1/clusters/${name}`;
    await this.service.client.import(
      name,
      Array.from({ length: nodes }, (_, index) => livingNode(index)),
    );
    if (mode === 'virtual') await this.#clock(root, { advance: STEP });
    return root;
  }

  #clock(root: string, move: object): Promise<void> {
    return this.#send('POST', `${root}/clock`, move);
  }

  async #send(method: string, path: string, body: object): Promise<void> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    await this.#api.fetch(path, { method, headers: { 'content-type': type }, body: JSON.stringify(body) });
  }

  /** What the log and its evidence take: changes, and decisions with their traces. */
  async #bytes(): Promise<number> {
    const tables = await this.service.withDatabase(tableBytes);
    const isLog = (table: string): boolean =>
      /^(changes|revisions|decisions|runs|run_parts|node_sets|trace_.*)$/.test(table);
    return [...tables].reduce((sum, [table, bytes]) => sum + (isLog(table) ? bytes : 0), 0);
  }
}

interface PodSeen {
  readonly status: { readonly containerStatuses: readonly { readonly restartCount: number }[] };
}

interface DeploymentSeen {
  readonly metadata: { readonly generation?: number };
  readonly status?: {
    readonly replicas?: number;
    readonly readyReplicas?: number;
    readonly updatedReplicas?: number;
    readonly observedGeneration?: number;
  };
}

function container(image: string): object {
  return { name: 'c', image, resources: { requests: { cpu: '500m', memory: '256Mi' } } };
}

function deployment(replicas: number): object {
  const labels = { app: 'web' };
  return {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container('app:1')] } },
    },
  };
}
