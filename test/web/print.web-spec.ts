import type { Browser, Page } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { sharedBrowser } from './browser.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let browser: Browser;
let cluster: string;
let run: string;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  browser = await sharedBrowser();
  const names = Array.from({ length: 120 }, (_, index) => `p${String(index).padStart(3, '0')}`);
  cluster = await api.cluster(node('a', { cpu: '64', memory: '64Gi', pods: '50' }), ...names.map((name) => pod(name)));
  run = (await api.client.post('/v1/clusters/{cluster}/runs', { params: { path: { cluster } } })).id;
});

afterAll(async () => {
  await api.stop();
});

/** Sheets of A4 that a view takes. */
async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test('on paper a table has all of its rows, and not those on screen alone', async () => {
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/decisions`, async (page) => {
    const rows = page.getByRole('grid').getByRole('row');
    expect(await rows.count()).toBeLessThan(60);
    await page.emulateMedia({ media: 'print' });
    await rows.nth(120).waitFor();
    expect(await rows.count()).toBe(121);
    expect(await sheets(page)).toBeGreaterThan(1);
    await page.emulateMedia({ media: 'screen' });
    await rows.nth(120).waitFor({ state: 'detached' });
  });
});

test('the report of a decision is one sheet', async () => {
  for (const ordinal of [0, 119])
    await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/reports/${run}.${ordinal}`, async (page) => {
      await page.getByRole('heading', { name: 'Evidence' }).waitFor();
      expect({ ordinal, sheets: await sheets(page) }).toEqual({ ordinal, sheets: 1 });
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    });
});
