import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { BerthClient, importObjects } from '#client';
import { Lease } from '#database';
import { passingSigningKey } from '#history';
import { JobRunner } from '#jobs';
import { loadPlugins } from '#plugin-host';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { unusedFolder } from '#test-run';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import request, { type Test } from 'supertest';
import { createApp } from '../../apps/api/src/app.js';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { stop } from '../../apps/api/src/boot/stop.js';
import { PublishedApi, tapExchanges, type Exchange } from '../openapi/index.js';
import { asAdmin } from './as-admin.js';
import { SharedApplication } from './shared-application.js';
import { keepError, specLogger } from './spec-logger.js';

/** What runs for this spec alone. */
interface Started {
  readonly app: NestFastifyApplication;
  readonly database: TestDatabase;
}

/** The whole application, listening: over a database of the spec's own, or shared with a team of the spec's own. */
export class TestApi {
  /** Read, and compiled as far as it is asked for, once a worker. */
  static #published: PublishedApi | undefined;
  /** Every line of the log since the spec has it, parsed. */
  readonly log: Record<string, unknown>[] = [];
  /** Where answers were not as openapi.json says. */
  readonly #violations: string[] = [];
  #client = new BerthClient({ url: '' });
  #started: Started | undefined;

  #key = '';
  #team = 'default';

  private constructor() {
    TestApi.#published ??= PublishedApi.read();
  }

  /** As admin and auditor of a new team of the application that the specs of this worker share. */
  static async ofTeam(): Promise<TestApi> {
    const api = new TestApi();
    const { url, team, key } = await SharedApplication.newTeam({
      line: (line) => void api.log.push(line),
      exchange: (exchange) => {
        api.#compare(exchange);
      },
    });
    api.#team = team;
    api.#listensAt(url, key);
    return api;
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<TestApi> {
    const api = await TestApi.#over(await createTestDatabase(), settings);
    await api.app.get(Lease).acquire();
    return api;
  }

  /** The application while nothing listens where its database should be. */
  static startWithoutDatabase(): Promise<TestApi> {
    return TestApi.#over(
      { url: 'postgresql://nobody@127.0.0.1:1/none', drop: () => Promise.resolve() },
      { BERTH_AUTH: 'off' },
    );
  }

  static async #over(database: TestDatabase, settings: Readonly<Record<string, string>>): Promise<TestApi> {
    const api = new TestApi();
    const logger = specLogger('info', (line) => void api.log.push(line));
    const config = readConfig({ BERTH_WORKERS: '1', BERTH_DATA_DIR: unusedFolder(), ...settings });
    const { BERTH_DATA_DIR: dataDir } = settings;
    const signing = { key: passingSigningKey(), ...(dataDir && { notesFolder: join(dataDir, 'checkpoints') }) };
    const plugins = await loadPlugins(config.plugins);
    const app = await createApp({ config, logger, databaseUrl: database.url, signing, plugins });
    api.#started = { app, database };
    const { key } = await asAdmin(app);
    tapExchanges(app.getHttpAdapter().getInstance(), app.getHttpServer(), (exchange) => {
      api.#compare(exchange);
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    api.#listensAt(await app.getUrl(), key);
    return api;
  }

  #listensAt(url: string, key: string): void {
    this.#key = key;
    this.#client = new BerthClient({ url, key });
  }

  /** The key of an admin and auditor: of the default team, or of the spec's own. */
  get key(): string {
    return this.#key;
  }

  /** The team of the key. */
  get team(): string {
    return this.#team;
  }

  get url(): string {
    return this.#client.url;
  }

  /** The client of the product; what it hides is asked for by the methods below. */
  get client(): BerthClient {
    return this.#client;
  }

  get app(): NestFastifyApplication {
    return this.#own.app;
  }

  get database(): TestDatabase {
    return this.#own.database;
  }

  get #own(): Started {
    if (this.#started === undefined) throw new Error('no application of its own runs');
    return this.#started;
  }

  /**
   * Stops the application, unless other specs share it, and lets go of it: Node keeps the module of a spec until its
   * worker ends, and with it what its variables hold.
   * @throws Error when any answer since the start was none that openapi.json has
   */
  async stop(): Promise<void> {
    if (this.#started === undefined) SharedApplication.leave();
    else {
      await stop(this.app);
      await this.database.drop();
      this.#started = undefined;
    }
    if (this.#violations.length > 0)
      throw new Error(`answers that are not as openapi.json says:\n${this.#violations.join('\n')}`);
  }

  #compare(exchange: Exchange): void {
    const { method, url } = exchange;
    keepError(exchange);
    this.#violations.push(
      ...(TestApi.#published?.violations(exchange) ?? []).map(
        (why) => `${method} ${url.slice(0, 200)}: ${why.slice(0, 300)}`,
      ),
    );
  }

  get(path: string): Test {
    return request(this.url).get(path);
  }

  post(path: string): Test {
    return request(this.url).post(path);
  }

  put(path: string): Test {
    return request(this.url).put(path);
  }

  patch(path: string): Test {
    return request(this.url).patch(path);
  }

  delete(path: string): Test {
    return request(this.url).delete(path);
  }

  options(path: string): Test {
    return request(this.url).options(path);
  }

  /** Does jobs from now on, as the service does unless it is set otherwise. */
  async doJobs(): Promise<void> {
    if (this.#started === undefined) await SharedApplication.doJobs();
    else await this.app.get(JobRunner).start();
  }

  /** A new cluster with these objects in it; answers its name. */
  async cluster(...objects: readonly object[]): Promise<string> {
    const name = `c-${randomUUID().slice(0, 8)}`;
    await this.client.post('/v1/clusters', { body: { name } });
    if (objects.length > 0) await importObjects(this.client, name, { objects });
    return name;
  }

  /** The same by its id, which names it to every team. */
  async clusterId(...objects: readonly object[]): Promise<string> {
    const path = { cluster: await this.cluster(...objects) };
    return (await this.client.get('/v1/clusters/{cluster}', { params: { path } })).id;
  }
}

export function node(name: string, capacity: Readonly<Record<string, string>> = { cpu: '2', memory: '4Gi' }): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: { capacity: { ...capacity, pods: capacity['pods'] ?? '110' } },
  };
}

export function pod(name: string, cpu = '1', labels: Readonly<Record<string, string>> = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
  };
}
