import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { endPartitions } from '../services/end-partitions.js';
import { axeFindingsInBothSchemes } from './accessibility.js';
import { sharedBrowser } from './browser.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let browser: Browser;
let dataDir: string;
let database: pg.Client;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-data-'));
  api = await TestApi.start({ BERTH_DATA_DIR: dataDir });
  await api.doJobs();
  browser = await sharedBrowser();
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
});

afterAll(async () => {
  await database.end();
  await api.stop();
  rmSync(dataDir, { recursive: true });
});

const inCluster = (cluster: string) => ({ params: { path: { cluster } } });

/** A view, in both colours. */
async function looked(view: string, what: (page: Page) => Promise<void>): Promise<void> {
  await lookedAt(browser, `${api.url}/ui/clusters/${view}`, async (page) => {
    await what(page);
    expect({ view, findings: await axeFindingsInBothSchemes(page) }).toEqual({ view, findings: [] });
  });
}

test.each([
  [{ keep: 'none' }, /No trace of this decision is stored/],
  [{ keep: 'top', nodes: 1 }, '1 of 3 nodes are kept'],
] as const)('of a trace of which the budget is %j it is said how much is there', async (traceBudget, reported) => {
  const cluster = await api.cluster(node('a'), node('b', { cpu: '4', memory: '4Gi' }), node('c'), pod('p'));
  await api.client.patch('/v1/clusters/{cluster}', { ...inCluster(cluster), body: { traceBudget } });
  const { id } = await api.client.post('/v1/clusters/{cluster}/runs', inCluster(cluster));
  await looked(`${cluster}/decisions/${id}.0`, (page) => page.getByText(reported).first().waitFor());
});

test('a run that is under way shows how far it is, alone and in the list, and is cancelled by a key', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const { id } = await api.client.get('/v1/clusters/{cluster}', inCluster(cluster));
  // What a run writes, it writes behind this.
  await database.query('BEGIN');
  await database.query('SELECT FROM cluster_heads WHERE cluster_id = $1 FOR UPDATE', [id]);
  const { body: run } = await api.post(`/v1/clusters/${cluster}/runs`).send({ wait: false }).expect(202);
  await looked(`${cluster}/runs`, (page) => page.getByRole('row', { name: /running \d\/\d/ }).waitFor());
  await looked(`${cluster}/runs/${run.id}`, async (page) => {
    await page.getByRole('progressbar', { name: 'Pods decided' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await database.query('ROLLBACK');
    await page.getByRole('heading', { name: /UTC (cancelled|complete)$/ }).waitFor();
  });
});

test('what was archived is said to lie in a file, and of what was never there that it is not', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const { id } = await api.client.post('/v1/clusters/{cluster}/runs', inCluster(cluster));
  const edge = await endPartitions(database);
  await api.client.post('/v1/clusters/{cluster}/import', { ...inCluster(cluster), body: pod('q') as never });
  await api.client.post('/v1/clusters/{cluster}/runs', inCluster(cluster));
  await api.post('/v1/archives').send({ before: edge.toISOString() }).expect(200);
  await looked(`${cluster}/decisions/${id}.0`, async (page) => {
    const alert = page.getByRole('alert');
    await alert.getByText('This part of the history is archived').waitFor();
    await alert.getByText(/file .*\.ndjson/).waitFor();
    expect(await alert.getByRole('button').count()).toBe(0);
  });
  await looked(`${cluster}/pods?at=revision:1`, (page) => page.getByText('is archived').first().waitFor());
  await looked(`${cluster}/audit`, (page) => page.getByText(/^Revisions 1 to 2 lie in/).waitFor());
  await looked(`${cluster}?at=2020-01-01T00:00:00Z`, async (page) => {
    await page.getByRole('alert').getByText('History does not reach back to then').first().waitFor();
  });
});

test('a dry run that has expired is said to have been kept for an hour', async () => {
  const cluster = await api.cluster(node('a'));
  await looked(`${cluster}/runs/00000000-0000-4000-8000-000000000000`, async (page) => {
    await page.getByText('Dry runs are kept for an hour').waitFor();
  });
});
