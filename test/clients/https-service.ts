import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyText, newKey } from '#access';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { start } from '../../apps/api/src/boot/start.js';
import { berth } from '../e2e/berth-command.js';
import { specLogger } from '../e2e/spec-logger.js';

/** The service with keys, over HTTP and HTTPS, as clients of Kubernetes reach it: by a kubeconfig. */
export class HttpsService {
  private constructor(
    private readonly database: TestDatabase,
    private readonly folder: string,
    private readonly key: string,
    private readonly service: Awaited<ReturnType<typeof start>>,
  ) {}

  static async start(): Promise<HttpsService> {
    const database = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'berth-https-'));
    const key = keyText(newKey());
    const env = { BERTH_DATA_DIR: folder, DATABASE_URL: database.url, PORT: '0', HTTPS_PORT: '0', HOST: 'localhost' };
    const service = await start(readConfig({ ...env, BERTH_ADMIN_KEY: key }), specLogger());
    return new HttpsService(database, folder, key, service);
  }

  /** How the `berth` command reaches the service. */
  get environment(): Record<string, string> {
    return { BERTH_URL: this.service.url, BERTH_KEY: this.key };
  }

  /** The path of the kubeconfig of a new cluster. */
  async kubeconfigOf(cluster: string): Promise<string> {
    expect(await berth(`clusters create ${cluster}`, { environment: this.environment })).toMatchObject({ code: 0 });
    return this.#kubeconfig(cluster);
  }

  /** The same of a cluster that is made by a request of REST. */
  async kubeconfigOfRequest(request: { readonly name: string }): Promise<string> {
    const answer = await fetch(`${this.service.url}/v1/clusters`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    expect(answer.status).toBe(201);
    return this.#kubeconfig(request.name);
  }

  async #kubeconfig(cluster: string): Promise<string> {
    const path = join(this.folder, `${cluster}.kubeconfig`);
    const made = await berth(`kubeconfig ${cluster} -o ${path}`, { environment: this.environment });
    expect(made).toMatchObject({ code: 0 });
    return path;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.database.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
