import { join } from 'node:path';
import pg from 'pg';
import { JobRunner } from '#jobs';
import { unusedFolder } from '#test-run';
import { keyOfTeam } from '../e2e/team-key.js';
import { TestApi } from '../e2e/test-api.js';
import { endPartitions } from '../services/index.js';
import { Reader } from './reader.js';

/** Pages whose examples go on from the first walk, each read by another team. */
const PAGES = [
  'docs/api.md',
  'docs/cli.md',
  'docs/policies.md',
  'docs/importing.md',
  'docs/mirror.md',
  'docs/admission.md',
  'docs/decisions.md',
  'docs/plugins.md',
  'docs/explain.md',
  'docs/what-if.md',
  'docs/past.md',
  'docs/reports.md',
  'docs/schedules.md',
];

const MOST_MS = 180_000;

let api: TestApi;
/** Of the test that runs. */
let reader: Reader;

beforeAll(async () => {
  api = await started();
});
afterAll(() => api.stop());
afterEach(() => {
  reader.leave();
});

async function started(): Promise<TestApi> {
  const plugins = join(process.cwd(), 'examples/plugin-template');
  const service = await TestApi.start({ BERTH_DATA_DIR: unusedFolder(), BERTH_PLUGINS: plugins });
  await service.app.get(JobRunner).start();
  return service;
}

let teams = 0;

/** The admin and auditor of a new team, in which no cluster has a name yet. */
async function readerOfTeam(): Promise<Reader> {
  const team = `readers-${++teams}`;
  const { key } = await keyOfTeam(api, { team, roles: ['admin', 'auditor'], more: { name: 'admin' } });
  return new Reader(api, key);
}

test('the first walk', async () => {
  reader = await readerOfTeam();
  expect(await reader.firstWalk()).toEqual([]);
});

test.each(PAGES)(
  '%s',
  async (page) => {
    reader = await readerOfTeam();
    await reader.firstWalk();
    await reader.read(page);
  },
  MOST_MS,
);

test(
  'docs/teams.md, by the admin of the service',
  async () => {
    reader = new Reader(api, api.key);
    await reader.firstWalk();
    await reader.read('docs/teams.md');
  },
  MOST_MS,
);

/** Archives are of the whole service. */
describe('docs/proof.md', () => {
  let own: TestApi;
  beforeAll(async () => {
    own = await started();
  });
  afterAll(() => own.stop());

  test(
    'and after it docs/archives.md',
    async () => {
      reader = new Reader(own, own.key);
      await reader.firstWalk();
      await reader.read('docs/proof.md');
      const client = new pg.Client({ connectionString: own.database.url });
      await client.connect();
      reader.edge = (await endPartitions(client)).toISOString();
      await client.end();
      await reader.read('docs/archives.md');
    },
    MOST_MS,
  );
});
