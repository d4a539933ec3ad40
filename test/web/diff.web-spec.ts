import type { Browser } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindings } from './accessibility.js';
import { startBrowser } from './browser.js';
import { lookedAt } from './looked-at.js';

const PACKING = {
  schedulerName: 'packing',
  pluginConfig: [{ name: 'NodeResourcesFit', args: { scoringStrategy: { type: 'MostAllocated' } } }],
};

let api: TestApi;
let browser: Browser;
let cluster: string;
let run: string;

beforeAll(async () => {
  api = await TestApi.start();
  browser = await startBrowser();
  cluster = await api.cluster(
    node('large', { cpu: '16', memory: '32Gi', pods: '10' }),
    node('small', { cpu: '4', memory: '8Gi', pods: '10' }),
    ...['a', 'b', 'c'].map((name) => pod(name)),
  );
  const params = { params: { path: { cluster } } };
  run = (await api.client.post('/v1/clusters/{cluster}/runs', params)).id;
  await api.client.post('/v1/clusters/{cluster}/profiles', { ...params, body: PACKING });
});

afterAll(async () => {
  await browser.close();
  await api.stop();
});

const at = (view: string): string => `${api.url}/ui/clusters/${cluster}${view}`;

test('two moments are two maps and their difference, with one node marked in all', async () => {
  await lookedAt(browser, at('/diff?from=revision:1&to=revision:2'), async (page) => {
    await page.locator('.maps canvas').nth(2).waitFor();
    await page.locator('.maps canvas').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^(large|small) 0 pods cpu 0\/\d+ → \d pods cpu \d\/\d+/).waitFor();
    const maps = page.locator('.maps canvas');
    const labels = await Promise.all([0, 1, 2].map((place) => maps.nth(place).getAttribute('aria-label')));
    expect(labels.map((label) => label?.replace(/:.*Marked/, ': Marked'))).toEqual(
      ['before', 'after', 'difference'].map((title) => expect.stringMatching(`^${title}: Marked: (large|small)$`)),
    );
    expect(await axeFindings(page)).toEqual([]);
  });
});

test.each(['light', 'dark'] as const)(
  'two profiles on a run, and which plugin made the difference, in %s',
  async (colorScheme) => {
    await lookedAt(
      browser,
      at('/diff?of=profiles'),
      async (page) => {
        await page.getByLabel('B: profile').selectOption('packing');
        await page.getByLabel('on the pods of the run').selectOption(run);
        await page.getByRole('button', { name: 'Compare' }).click();
        await page
          .getByRole('table', { name: 'Plugins that made the difference' })
          .getByText('NodeResourcesFit')
          .waitFor();
        await page
          .getByRole('row', { name: /large small NodeResourcesFit \+/ })
          .first()
          .waitFor();
        expect(new URL(page.url()).searchParams.get('b')).toBe('packing');
        expect(await axeFindings(page)).toEqual([]);
      },
      { colorScheme },
    );
  },
);

test('two runs are compared pod by pod', async () => {
  const second = await api.client.post('/v1/clusters/{cluster}/runs', {
    params: { path: { cluster } },
    body: { dryRun: true, allowEmpty: true },
  });
  await lookedAt(browser, at(`/diff?of=runs&run=${second.id}&with=${run}`), async (page) => {
    await page.getByText('3 only there').waitFor();
  });
});
