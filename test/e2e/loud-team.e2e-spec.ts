import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ConcurrencyLimits } from '../../apps/api/src/ground/concurrency/index.js';
import { newKeys } from './limits/callers.js';
import { node, pod, TestApi } from './test-api.js';

/** A team that asks for as many imports and runs as it can keeps no other one waiting. */
const MANY = 20;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_WORKERS: '2', BERTH_HEAVY_AT_ONCE: '3', BERTH_EXTENDER_HOSTS: '127.0.0.1' });
});
afterAll(() => api.stop());

/** A team with a cluster of one pod that waits, and its requests. */
class Team {
  private constructor(
    readonly key: string,
    readonly cluster: string,
  ) {}

  static async with(name: string): Promise<Team> {
    const [key = ''] = await newKeys(api, 1, ['editor', 'scheduler']);
    const team = new Team(key, name);
    expect((await team.post('/v1/clusters', { name })).status).toBe(201);
    expect((await team.import(pod('p'))).status).toBe(200);
    return team;
  }

  get(path: string): Promise<Response> {
    return fetch(api.url + path, { headers: { authorization: `Bearer ${this.key}` } });
  }

  post(path: string, body: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    return fetch(api.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  get path(): string {
    return `/v1/clusters/${this.cluster}`;
  }

  import(object: object): Promise<Response> {
    return this.post(`${this.path}/import`, object);
  }

  /** An import whose body does not come to its end. */
  beginImport(): Socket {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
    socket
      .on('error', () => undefined)
      .write(
        `POST ${this.path}/import HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${this.key}\r\n` +
          `content-length: 9999\r\n\r\n${JSON.stringify(node('a'))}\n`,
      );
    return socket;
  }
}

/** Resolves when the room has all that it can have of one caller. */
async function busy(room: 'imports' | 'runs'): Promise<void> {
  const { [room]: limit } = api.app.get(ConcurrencyLimits);
  while (limit.load.working < 2 || limit.load.waiting < MANY - 2) await setTimeout(5);
  expect(limit.load).toEqual({ working: 2, waiting: MANY - 2 });
}

async function settled(room: 'imports' | 'runs'): Promise<void> {
  const { [room]: limit } = api.app.get(ConcurrencyLimits);
  while (limit.load.working + limit.load.waiting > 0) await setTimeout(5);
}

/** All that takes long, of another team, and verification of a third. */
async function allGoesOn(quiet: Team): Promise<void> {
  const answers = [
    await quiet.import(node('b')),
    await quiet.post(`${quiet.path}/runs`, { dryRun: true }),
    await quiet.post(`${quiet.path}/runs`, { pods: { names: ['default/p'] }, dryRun: true }),
    await quiet.get(`${quiet.path}/export`),
    await fetch(`${api.url}/v1/verifications`, { method: 'POST' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 201, 200, 200]);
}

test('by imports whose bodies do not come', async () => {
  const [loud, quiet] = [await Team.with('sends'), await Team.with('beside-imports')];
  const begun = Array.from({ length: MANY }, () => loud.beginImport());
  await busy('imports');
  await allGoesOn(quiet);
  for (const socket of begun) socket.destroy();
  await settled('imports');
  expect(await (await loud.get(loud.path)).json()).toMatchObject({ revision: '1' });
});

describe('by runs', () => {
  let server: Server;
  let asked: ServerResponse[] = [];
  let answers = false;
  beforeAll(async () => {
    server = createServer((_, response) => {
      if (answers) response.end('[]');
      else asked.push(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test.each([
    ['that it waits for', true],
    ['that nobody waits for, which have their places until they have ended', false],
  ])('%s', async (_, wait) => {
    [asked, answers] = [[], false];
    const [loud, quiet] = [await Team.with(`runs-${String(wait)}`), await Team.with(`beside-${String(wait)}`)];
    await loud.import(node('a'));
    const extenders = [
      { urlPrefix: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, prioritizeVerb: 'rank', weight: 1 },
    ];
    const configuration = {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      extenders,
    };
    expect((await loud.post(`${loud.path}/scheduler-configuration`, configuration)).status).toBe(200);
    const runs = Array.from({ length: MANY }, () => loud.post(`${loud.path}/runs`, { wait, dryRun: true }));
    await busy('runs');
    await allGoesOn(quiet);
    answers = true;
    for (const response of asked) response.end('[]');
    const ended = await Promise.all(runs);
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([wait ? 201 : 202]));
    await settled('runs');
  });
});
