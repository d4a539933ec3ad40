import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '#client';
import { startProgram, type StartedProgram } from '#test-programs';
import { seedOfCases } from '#test-cases';
import { node, pod, type TestApi } from '../e2e/test-api.js';
import { ExpiringApi } from './expiring-api.js';
import { NetworkProxy } from './network-proxy.js';

/** How much happens, and how often the mirror is in trouble meanwhile. */
export interface Churn {
  readonly changes: number;
  /** Connections are cut so often, on one side or the other, or the past of watches is gone. */
  readonly cuts: number;
  /** The mirror is killed so often. */
  readonly kills: number;
}

/** What was seen at rest. */
export interface AtRest {
  readonly source: readonly object[];
  readonly followed: readonly object[];
  /** Changes in the log of the cluster that follows, which are not one after the other of each object. */
  readonly disorder: readonly string[];
  /** Changes in the log of the cluster that follows. */
  readonly changes: number;
  readonly expirations: number;
}

const NODES = 8;
const SOURCE = 'source';
const FOLLOWED = 'followed';
/** A mirror that was cut off tries again within half a minute. */
const REST_MS = 60_000;
const LOOK_MS = 100;
const PROGRAM = resolve('dist/apps/cli/src/main.js');

/** A cluster that changes, a mirror that is killed and cut, and the cluster that follows. */
export class MirroredChurn {
  readonly #folder = mkdtempSync(join(tmpdir(), 'berth-mirror-'));
  readonly #pods = new Map<string, boolean>();
  #mirror: StartedProgram | undefined;
  #made = 0;
  /** Of the cluster that follows, when the mirror was last waited for. */
  #revision = 0;
  #random = seedOfCases() % 2_147_483_647 || 1;

  private constructor(
    private readonly api: TestApi,
    private readonly kinds: readonly string[],
    private readonly sourceApi: ExpiringApi,
    private readonly service: NetworkProxy,
  ) {}

  /** `kinds` are followed, as options of the mirror; without it, those of its default. */
  static async start(api: TestApi, kinds: readonly string[] = []): Promise<MirroredChurn> {
    for (const name of [SOURCE, FOLLOWED])
      await api.client.post('/v1/clusters', { body: { name, controllers: 'none' } });
    const proxies = [await ExpiringApi.open(api.url), await NetworkProxy.open(api.url)] as const;
    const churn = new MirroredChurn(api, kinds, ...proxies);
    for (let index = 0; index < NODES; index += 1)
      await churn.#write('post', 'nodes', node(`n${index}`, { cpu: '64' }));
    churn.#startMirror();
    return churn;
  }

  async run({ changes, cuts, kills }: Churn): Promise<AtRest> {
    const troubles = [
      ...Array.from({ length: cuts }, (_, index) => (): Promise<void> => {
        this.#cut(index);
        return Promise.resolve();
      }),
      ...Array.from({ length: kills }, () => () => this.#kill()),
    ].sort(() => this.#next() - 0.5);
    const every = Math.max(1, Math.floor(changes / (troubles.length + 1)));
    for (let index = 0; index < changes; index += 1) {
      await this.#change();
      if (index % every !== every - 1) continue;
      await this.#followedAgain();
      await troubles.pop()?.();
    }
    return this.#atRest();
  }

  /** Resolves when the mirror has written since the last call: a trouble meets one that follows, however slow it is. */
  async #followedAgain(): Promise<void> {
    const before = this.#revision;
    while (this.#revision <= before) {
      await pause(LOOK_MS);
      const { body } = await this.api.get(`/v1/clusters/${FOLLOWED}`).expect(200);
      this.#revision = Number((body as { readonly revision: string }).revision);
    }
  }

  async stop(): Promise<void> {
    if (this.#mirror !== undefined && this.#mirror.exitCode === null) {
      this.#mirror.kill('SIGKILL');
      await once(this.#mirror, 'exit');
    }
    await this.sourceApi.close();
    await this.service.close();
    rmSync(this.#folder, { recursive: true });
  }

  /** Ends the mirror by SIGTERM; answers its exit code. */
  async terminate(): Promise<number | null> {
    this.#mirror?.kill('SIGTERM');
    if (this.#mirror !== undefined && this.#mirror.exitCode === null) await once(this.#mirror, 'exit');
    return this.#mirror?.exitCode ?? null;
  }

  #startMirror(): void {
    const kubeconfig = join(this.#folder, 'kubeconfig');
    const config = {
      'current-context': 'c',
      clusters: [{ name: 'c', cluster: { server: `${this.sourceApi.url}/v1/clusters/${SOURCE}` } }],
      users: [{ name: 'u', user: { token: this.api.key } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    };
    writeFileSync(kubeconfig, JSON.stringify(config));
    const options = ['--kubeconfig', kubeconfig, '--take-over', '--keep', 'annotations', 'env', 'commands'];
    if (this.kinds.length > 0) options.push('--kinds', ...this.kinds);
    const env = { BERTH_URL: this.service.url, BERTH_KEY: this.api.key };
    this.#mirror = startProgram(process.execPath, [PROGRAM, 'mirror', '-c', FOLLOWED, ...options], { env });
    this.#mirror.stdout.resume();
  }

  #cut(index: number): void {
    if (index % 3 === 0) this.service.cut();
    else if (index % 3 === 1) this.sourceApi.cut();
    else this.sourceApi.expire(4);
  }

  async #kill(): Promise<void> {
    if (this.#mirror === undefined) return;
    this.#mirror.kill('SIGKILL');
    if (this.#mirror.exitCode === null && this.#mirror.signalCode === null) await once(this.#mirror, 'exit');
    // What happens while there is none is found out by its successor.
    for (let index = 0; index < 5; index += 1) await this.#change();
    this.#startMirror();
  }

  async #change(): Promise<void> {
    const chance = this.#next();
    const names = [...this.#pods.keys()];
    const name = names[Math.floor(this.#next() * names.length)];
    if (chance < 0.3 || name === undefined) return this.#create();
    if (chance < 0.4) return this.#label(`nodes/n${Math.floor(this.#next() * NODES)}`);
    const path = `namespaces/default/pods/${name}`;
    if (chance < 0.6) return this.#label(path);
    if (chance < 0.8 && this.#pods.get(name) === false) {
      this.#pods.set(name, true);
      const target = { kind: 'Node', name: `n${Math.floor(this.#next() * NODES)}` };
      const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name, namespace: 'default' }, target };
      return this.#write('post', `${path}/binding`, binding);
    }
    this.#pods.delete(name);
    await this.#write('delete', `${path}?gracePeriodSeconds=0`);
    // Of the same name at once, at times: another object.
    if (this.#next() < 0.5) return this.#create(name);
  }

  async #create(name = `p${(this.#made += 1)}`): Promise<void> {
    this.#pods.set(name, false);
    await this.#write('post', 'namespaces/default/pods', pod(name, '100m'));
  }

  #label(path: string): Promise<void> {
    return this.#write('patch', path, { metadata: { labels: { turn: String(Math.floor(this.#next() * 1e6)) } } });
  }

  async #write(method: 'post' | 'patch' | 'delete', path: string, body?: object): Promise<void> {
    const request = this.api[method](`/v1/clusters/${SOURCE}/api/v1/${path}`);
    const type = method === 'patch' ? 'application/merge-patch+json' : 'application/json';
    const { status, text } = await request.set('content-type', type).send(body && JSON.stringify(body));
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  }

  /** A linear congruential generator: the same seed, the same changes. */
  #next(): number {
    this.#random = (this.#random * 48_271) % 2_147_483_647;
    return this.#random / 2_147_483_647;
  }

  async #atRest(): Promise<AtRest> {
    const source = await this.#objects(SOURCE);
    let followed = await this.#objects(FOLLOWED);
    for (const end = performance.now() + REST_MS; performance.now() < end && !isDeepStrictEqual(source, followed);) {
      await pause(LOOK_MS);
      followed = await this.#objects(FOLLOWED);
    }
    const log = await this.#log();
    return { source, followed, ...log, expirations: this.sourceApi.expirations };
  }

  /** As every client sees them, but for the version, which is each cluster's own. */
  async #objects(cluster: string): Promise<object[]> {
    const query = { kinds: ['Node' as const, 'Pod' as const] };
    const { items } = await this.api.client.get('/v1/clusters/{cluster}/export', {
      params: { path: { cluster }, query },
    });
    const objects = items as { kind: string; metadata: { name: string; resourceVersion?: string } }[];
    return objects
      .map(({ metadata: { resourceVersion: _, ...metadata }, ...object }) => ({ ...object, metadata }))
      .sort((a, b) => (`${a.kind} ${a.metadata.name}` < `${b.kind} ${b.metadata.name}` ? -1 : 1));
  }

  /** Of each object: it is created, updated and deleted in turn, and its versions at the source rise. */
  async #log(): Promise<Pick<AtRest, 'disorder' | 'changes'>> {
    const path = { cluster: FOLLOWED };
    const last = new Map<string, { readonly op: string; readonly version: number }>();
    const disorder: string[] = [];
    let changes = 0;
    const query = { after: '0', pageSize: 500 };
    const items: AsyncIterable<Schemas['Change']> = this.api.client.items('/v1/clusters/{cluster}/changes', {
      params: { path, query },
    });
    for await (const { op, kind, name, position, cause } of items) {
      changes += 1;
      const key = `${kind} ${name}`;
      const before = last.get(key) ?? { op: 'delete', version: -1 };
      // What the end of a list finds gone has no version of its own.
      const version = Number(cause?.source?.resourceVersion || before.version + 0.5);
      const isNew = before.op === 'delete';
      // Another object of the same name says that the first one is gone.
      const isLater = version > before.version || (isNew && version === before.version);
      if (isNew !== (op === 'create') || !isLater) disorder.push(`${position}: ${op} ${key}`);
      last.set(key, { op, version });
    }
    return { disorder, changes };
  }
}
