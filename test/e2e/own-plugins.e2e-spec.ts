import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lease } from '#database';
import { passingSigningKey } from '#history';
import { runProgram } from '#test-programs';
import { type LoadedPlugin, loadPlugins, PluginsError } from '#plugin-host';
import { createApp } from '../../apps/api/src/app.js';
import { ConfigError, readConfig } from '../../apps/api/src/boot/config.js';
import { startProblem } from '../../apps/api/src/boot/start-problem.js';
import { start } from '../../apps/api/src/boot/start.js';
import { stop } from '../../apps/api/src/boot/stop.js';
import { specLogger } from './spec-logger.js';
import { node, pod, TestApi } from './test-api.js';

let folder: string;
let template: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-own-'));
  template = join(folder, 'keeps-room');
  cpSync('examples/plugin-template', template, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const ROOMY = (places: number): object => ({
  schedulerName: 'roomy',
  plugins: { multiPoint: { enabled: [{ name: 'KeepsRoom', weight: 2 }] } },
  pluginConfig: [{ name: 'KeepsRoom', args: { places } }],
});

test('the plugin that docs/plugins.md shows is the template', () => {
  const source = readFileSync(join(template, 'index.js'), 'utf8');
  expect(readFileSync('docs/plugins.md', 'utf8')).toContain(`\`\`\`js\n${source}\`\`\``);
});

test('from the template to a decision that names the plugin', async () => {
  const own = runProgram(process.execPath, ['--test'], { cwd: template });
  expect([own.status, own.stdout]).toEqual([0, expect.stringContaining('# pass 2')]);
  const api = await TestApi.start({ BERTH_PLUGINS: template });
  try {
    const cluster = await api.cluster(node('a'), node('b'), pod('p'));
    await api.post(`/v1/clusters/${cluster}/profiles`).send(ROOMY(110)).expect(201);
    const run = await api.post(`/v1/clusters/${cluster}/runs`).send({ profile: 'roomy', dryRun: true }).expect(201);
    const { items } = (await api.get(`/v1/clusters/${cluster}/decisions?run=${run.body.id}`).expect(200)).body;
    expect(items).toMatchObject([
      {
        outcome: 'unschedulable',
        rejections: [{ plugin: 'KeepsRoom', code: 'Unschedulable', reason: 'node(s) kept their last 110 places' }],
      },
    ]);
  } finally {
    await api.stop();
  }
});

describe('a service with a plugin', () => {
  let api: TestApi;
  let cluster: string;
  let run: string;
  beforeAll(async () => {
    api = await TestApi.start({ BERTH_PLUGINS: template });
    cluster = await api.cluster(node('a'), node('b'), pod('p'), pod('q'));
    await api.post(`/v1/clusters/${cluster}/profiles`).send(ROOMY(20)).expect(201);
    run = (await api.post(`/v1/clusters/${cluster}/runs`).send({ profile: 'roomy' }).expect(201)).body.id;
  });
  afterAll(() => api.stop());

  /** What another process over the same database says of the run, with these plugins. */
  async function replayedWith(plugins: readonly LoadedPlugin[]): Promise<Record<string, unknown>> {
    const config = readConfig({ BERTH_WORKERS: '1', BERTH_AUTH: 'off', BERTH_DATA_DIR: join(folder, 'data') });
    const context = { config, logger: specLogger(), databaseUrl: api.database.url };
    const app = await createApp({ ...context, signing: { key: passingSigningKey() }, plugins });
    try {
      await app.get(Lease).acquire();
      await app.listen({ port: 0, host: '127.0.0.1' });
      const answer = await fetch(`${await app.getUrl()}/v1/clusters/${cluster}/replays`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ run }),
      });
      return (await answer.json()) as Record<string, unknown>;
    } finally {
      await stop(app);
    }
  }

  test('a profile that names it has its source in its version', async () => {
    const { body } = await api.get(`/v1/clusters/${cluster}/profiles/roomy`).expect(200);
    expect(body.config.effective.sources).toEqual([
      { name: 'KeepsRoom', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const plain = await api.get(`/v1/clusters/${cluster}/profiles/default-scheduler`).expect(200);
    expect(plain.body.config.effective).not.toHaveProperty('sources');
  });

  test('its scores are evidence like any', async () => {
    const { items } = (await api.get(`/v1/clusters/${cluster}/decisions?pod=default/q`).expect(200)).body;
    const path = `/v1/clusters/${cluster}/decisions/${items[0].id}/trace`;
    const { text } = await api.get(path).set('accept', 'text/csv').expect(200);
    const [header = '', ...rows] = text.trim().split(/\r?\n/);
    const column = header.split(',').indexOf('KeepsRoom weighted');
    expect(rows.map((row) => row.split(',')[column]).sort()).toEqual(['198', '200']);
  });

  test('args that its schema refuses are refused by their fields', async () => {
    const profile = { ...ROOMY(0), pluginConfig: [{ name: 'KeepsRoom', args: { places: -1, room: 1 } }] };
    const { body } = await api.put(`/v1/clusters/${cluster}/profiles/roomy`).send(profile).expect(422);
    expect(body.errors.map(({ detail, pointer }: { detail: string; pointer: string }) => [pointer, detail])).toEqual([
      ['/pluginConfig/0/args/room', expect.stringContaining('unknown field')],
      ['/pluginConfig/0/args/places', 'Invalid value: -1: must be >= 0'],
    ]);
  });

  test('a replay is identical with the same source', async () => {
    const { body } = await api.post(`/v1/clusters/${cluster}/replays`).send({ run }).expect(200);
    expect(body).toMatchObject({ decisions: 2, identical: 2 });
  });

  test('a replay with another source says so, and one without the plugin names it', async () => {
    const other = join(folder, 'other');
    cpSync(template, other, { recursive: true });
    const source = readFileSync(join(other, 'index.js'), 'utf8');
    writeFileSync(
      join(other, 'index.js'),
      source.replace('return Math.floor((100 *', 'return 100 - Math.floor((100 *'),
    );
    const changed = await loadPlugins([other]);
    const replay = await replayedWith(changed);
    expect(replay).toMatchObject({ decisions: 2, identical: 0, different: 2 });
    const [first] = replay['differences'] as { readonly message: string; readonly engine: object }[];
    expect(first?.message).toMatch(
      /it was made with plugin KeepsRoom of source [0-9a-f]{12}, which is not the present/,
    );
    expect(first?.engine).toMatchObject({
      isPresent: false,
      plugins: [{ name: 'KeepsRoom', present: changed[0]?.digest }],
    });
    expect(await replayedWith([])).toMatchObject({
      decisions: 2,
      notComparable: 2,
      notCompared: [
        {
          reason:
            'this engine does not take profile roomy, version 1: it names "KeepsRoom", which BERTH_PLUGINS does not',
        },
      ],
    });
  });

  test('the history is whole, with the plugin and without', async () => {
    const { body } = await api.post('/v1/verifications').send({ cluster }).expect(200);
    expect(body.holds).toBe(true);
  });
});

describe('a service does not start', () => {
  const problem = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    try {
      await start(readConfig({ PORT: '0', BERTH_DATA_DIR: folder, ...environment }), specLogger());
    } catch (error) {
      expect(error instanceof PluginsError || error instanceof ConfigError).toBe(true);
      return startProblem(error);
    }
    throw new Error('it started');
  };

  test('with a plugin that is none', async () => {
    expect(await problem({ BERTH_PLUGINS: '/nowhere/plugin.mjs' })).toBe(
      'Berth cannot start with these plugins (BERTH_PLUGINS):\n  /nowhere/plugin.mjs: there is no such file',
    );
  });

  test('with a plugin and no thread that could wait for it', async () => {
    expect(await problem({ BERTH_PLUGINS: template, BERTH_WORKERS: '0' })).toBe(
      'Berth cannot start with these settings:\n' +
        '  BERTH_PLUGINS: plugins need worker threads: BERTH_WORKERS must not be 0',
    );
  });
});
