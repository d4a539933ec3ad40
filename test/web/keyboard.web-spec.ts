import type { Browser } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { startBrowser } from './browser.js';
import { tabTo } from './by-keyboard.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let browser: Browser;
let cluster: string;
let run: string;

beforeAll(async () => {
  api = await TestApi.start();
  browser = await startBrowser();
  cluster = await api.cluster(node('a', { cpu: '4' }), node('b', { cpu: '3' }), node('c', { cpu: '2' }), pod('api'));
  run = (await api.client.post('/v1/clusters/{cluster}/runs', { params: { path: { cluster } } })).id;
});

afterAll(async () => {
  await browser.close();
  await api.stop();
});

test('by keyboard alone: on the map from node to node, and into one', async () => {
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}`, async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nodes');
    await page.getByRole('option', { name: 'View Nodes' }).waitFor();
    await page.keyboard.press('Enter');
    const map = page.getByRole('img', { name: /3 nodes, a cell each/ });
    await map.waitFor();
    await tabTo(map);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('img', { name: /Marked: b$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'b', exact: true }).waitFor();
  });
});

test('by keyboard alone: a cell of the matrix is read, a node put beside the chosen one, the rows sorted', async () => {
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/decisions/${run}.0`, async (page) => {
    const matrix = page.getByRole('grid', { name: 'nodes' });
    await matrix.waitFor();
    await tabTo(matrix);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    await page
      .getByText(/^The pod fits [abc]\.$|^[A-Z]\w+ (at|lets)/)
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.has('against'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.has('msort'));
  });
});
