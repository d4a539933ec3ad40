import { randomUUID } from 'node:crypto';
import { Lease } from '#database';
import { passingSigningKey } from '#history';
import { JobRunner } from '#jobs';
import { createTestDatabase } from '#test-database';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { unusedFolder } from '#test-run';
import { createApp } from '../../apps/api/src/app.js';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { stop } from '../../apps/api/src/boot/stop.js';
import { tapExchanges, type Exchange } from '../openapi/index.js';
import { atEndOfWorker } from '../setup/end-of-worker.js';
import { asAdmin, type UnsaidKey } from './as-admin.js';
import { specLogger } from './spec-logger.js';

/** What a spec hears of the application while it has it. */
interface Hearer {
  readonly line: (line: Record<string, unknown>) => void;
  readonly exchange: (exchange: Exchange) => void;
}

/** A new team of the application, whose admin and auditor asks where a request does not say who does. */
interface OwnTeam {
  readonly url: string;
  readonly team: string;
  readonly key: string;
}

interface Running {
  readonly app: NestFastifyApplication;
  readonly url: string;
  /** Of the admin of the service. */
  readonly adminKey: string;
  readonly unsaid: UnsaidKey;
}

const DEAF: Hearer = { line: () => undefined, exchange: () => undefined };

/**
 * The application with default settings that specs of a worker share, one after the other: to start it and its thread
 * costs more than most of them do. Each has a team of its own, in which no cluster has a name yet; what is of the whole
 * service, such as other teams, metrics and numbers of statements, is for a spec with an application of its own.
 */
export class SharedApplication {
  static #running: Promise<Running> | undefined;
  static #jobs: Promise<void> | undefined;
  static #hearer = DEAF;

  /** @throws Error while another spec has it */
  static async newTeam(hearer: Hearer): Promise<OwnTeam> {
    if (SharedApplication.#hearer !== DEAF) throw new Error('a spec shares the application once, and leaves it');
    const { app, url, adminKey, unsaid } = await (SharedApplication.#running ??= SharedApplication.#start());
    SharedApplication.#hearer = hearer;
    // Without a connection: the server may just be closing one that no spec used for long.
    const post = async <Answer>(path: string, payload: object): Promise<Answer> => {
      const headers = { authorization: `Bearer ${adminKey}` };
      const { statusCode, body } = await app.inject({ method: 'POST', url: path, headers, payload });
      if (statusCode === 201) return JSON.parse(body) as Answer;
      SharedApplication.leave();
      throw new Error(`${path}: ${statusCode} ${body}`);
    };
    const team = `team-${randomUUID().slice(0, 8)}`;
    await post('/v1/teams', { name: team });
    const roles = ['admin', 'auditor'];
    const { key } = await post<{ key: string }>(`/v1/teams/${team}/keys`, { name: 'admin', roles });
    unsaid.key = key;
    return { url, team, key };
  }

  /** What comes after this is heard by no spec. */
  static leave(): void {
    SharedApplication.#hearer = DEAF;
  }

  /** Begins to do jobs, once a worker. */
  static async doJobs(): Promise<void> {
    const { app } = await (SharedApplication.#running ??= SharedApplication.#start());
    await (SharedApplication.#jobs ??= app.get(JobRunner).start());
  }

  static async #start(): Promise<Running> {
    const database = await createTestDatabase();
    const app = await createApp({
      config: readConfig({ BERTH_WORKERS: '1', BERTH_DATA_DIR: unusedFolder() }),
      logger: specLogger('info', (line) => {
        SharedApplication.#hearer.line(line);
      }),
      databaseUrl: database.url,
      signing: { key: passingSigningKey() },
      plugins: [],
    });
    const unsaid = await asAdmin(app);
    tapExchanges(app.getHttpAdapter().getInstance(), app.getHttpServer(), (exchange) => {
      SharedApplication.#hearer.exchange(exchange);
    });
    await app.get(Lease).acquire();
    await app.listen({ port: 0, host: '127.0.0.1' });
    atEndOfWorker(async () => {
      await stop(app);
      await database.drop();
    });
    const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    return { app, url, adminKey: unsaid.key, unsaid };
  }
}
