import { Lease } from '#database';
import { passingSigningKey } from '#history';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { unusedFolder } from '#test-run';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';
import request, { type Response, type Test } from 'supertest';
import { createApp } from '../../apps/api/src/app.js';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { stop } from '../../apps/api/src/boot/stop.js';
import { tapExchanges } from '../openapi/index.js';
import { asAdmin } from './as-admin.js';
import { SharedApplication } from './shared-application.js';
import { keepError, specLogger } from './spec-logger.js';

/** Accepts what new clients accept, so that the status says what happened. */
const MODERN = 'application/graphql-response+json, application/json';

/** A level of the log. */
const WARN = 40;

/** JSON whose shape the query decides. */
type Answer = Response['body'];

interface Started {
  readonly database: TestDatabase;
  readonly app: NestFastifyApplication;
}

/** The whole application, spoken to in GraphQL: over a database of the spec's own, or with a team of its own. */
export class GraphqlApi {
  #started: Started | undefined;

  private constructor(
    readonly url: string,
    started: Started | undefined,
    readonly log: readonly Record<string, unknown>[],
  ) {
    this.#started = started;
  }

  /** As admin and auditor of a new team of the application that the specs of this worker share. */
  static async ofTeam(): Promise<GraphqlApi> {
    const log: Record<string, unknown>[] = [];
    const { url } = await SharedApplication.newTeam({
      line: (line) => {
        if (Number(line['level']) >= WARN) log.push(line);
      },
      exchange: keepError,
    });
    return new GraphqlApi(url, undefined, log);
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<GraphqlApi> {
    const database = await createTestDatabase();
    const log: Record<string, unknown>[] = [];
    const logger = specLogger('warn', (line) => void log.push(line));
    const signing = { key: passingSigningKey() };
    const app = await createApp({
      config: readConfig({ BERTH_WORKERS: '1', BERTH_DATA_DIR: unusedFolder(), ...settings }),
      logger,
      databaseUrl: database.url,
      signing,
      plugins: [],
    });
    await asAdmin(app);
    tapExchanges(app.getHttpAdapter().getInstance(), app.getHttpServer(), keepError);
    await app.get(Lease).acquire();
    await app.listen({ port: 0, host: '127.0.0.1' });
    return new GraphqlApi((await app.getUrl()).replace('[::1]', '127.0.0.1'), { database, app }, log);
  }

  get #own(): Started {
    if (this.#started === undefined) throw new Error('no application of its own runs');
    return this.#started;
  }

  /** Stops the application and lets go of it, as TestApi does. */
  async stop(): Promise<void> {
    if (this.#started === undefined) {
      SharedApplication.leave();
      return;
    }
    const { app, database } = this.#started;
    await stop(app);
    await database.drop();
    this.#started = undefined;
  }

  /** Of an application of its own. */
  get database(): TestDatabase {
    return this.#own.database;
  }

  /** Runs one statement on the database, beside the service. */
  async sql(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#own.database.url });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  post(body: object): Test {
    return request(this.url).post('/graphql').set('accept', MODERN).send(body);
  }

  get(parameters: Readonly<Record<string, string>>): Test {
    return request(this.url)
      .get('/graphql')
      .set('accept', MODERN)
      .set('apollo-require-preflight', '1')
      .query(parameters);
  }

  /** The data of a query that must succeed. */
  async data(query: string, variables: object = {}): Promise<Answer> {
    const { status, body } = await this.post({ query, variables });
    if (status !== 200 || body.errors !== undefined)
      throw new Error(`${status}: ${JSON.stringify(body.errors ?? body)}`);
    return body.data;
  }

  /** The first error of a query that must fail, and the answer around it. */
  async error(
    query: string,
    variables: object = {},
  ): Promise<{ readonly status: number; readonly body: Answer; readonly error: Answer }> {
    const { status, body } = await this.post({ query, variables });
    return { status, body, error: body.errors?.[0] };
  }

  /** A new cluster with these objects; answers its global id. */
  async cluster(name: string, objects: readonly object[] = []): Promise<string> {
    const { createCluster } = await this.data(
      'mutation ($input: CreateClusterInput!) { createCluster(input: $input) { cluster { id } refusals { code } } }',
      { input: { name } },
    );
    const manifests = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    const refusals =
      objects.length > 0 ? (await this.imported({ clusterId: createCluster.cluster.id, manifests })).refusals : [];
    if (refusals.length > 0) throw new Error(JSON.stringify(refusals));
    return createCluster.cluster.id as string;
  }

  async imported(input: object): Promise<Answer> {
    const { importManifests } = await this.data(
      `mutation ($input: ImportManifestsInput!) { importManifests(input: $input) { report { revision created updated
        unchanged warnings { index message } } refusals { code message path ... on ImportRejected { rejected { index
        kind name field message } } } } }`,
      { input },
    );
    return importManifests;
  }

  async scheduled(input: object): Promise<Answer> {
    const { schedule } = await this.data(
      `mutation ($input: ScheduleInput!) { schedule(input: $input) {
        clientMutationId
        run { id uid state dryRun baseRevision revision tieBreak seed preemption parts error createdAt finishedAt
        profile { name version digest }
          counts { selected scheduled unschedulable nominated gated skipped error } durations { totalMs }
          cluster { name } }
        refusals { __typename code message path ... on RevisionConflict { given current }
        ... on PodsNotFound { pods { index name } } }
      } }`,
      { input },
    );
    return schedule;
  }
}

export function node(
  name: string,
  more: {
    readonly capacity?: object;
    readonly spec?: object;
    readonly labels?: object;
    readonly conditions?: readonly object[];
  } = {},
): object {
  const { capacity = { cpu: '4', memory: '8Gi', pods: '110' }, spec = {}, labels = {}, conditions = [] } = more;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    spec,
    status: { capacity, allocatable: capacity, conditions },
  };
}

export function pod(
  name: string,
  more: {
    readonly requests?: object;
    readonly limits?: object;
    readonly spec?: object;
    readonly labels?: object;
    readonly status?: object;
  } = {},
): object {
  const { requests = { cpu: '1' }, limits = {}, spec = {}, labels = {}, status = {} } = more;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', labels },
    spec: { containers: [{ name: 'main', image: 'i', resources: { requests, limits } }], ...spec },
    status,
  };
}
