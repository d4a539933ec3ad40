import type { Browser } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindings } from './accessibility.js';
import { sharedBrowser } from './browser.js';
import { choose } from './choose.js';
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
  api = await TestApi.ofTeam();
  await api.doJobs();
  browser = await sharedBrowser();
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
  await api.stop();
});

const at = (view: string): string => `${api.url}/ui/clusters/${cluster}${view}`;

test('two moments are two maps and their difference, with one node marked in all', async () => {
  await lookedAt(browser, at('/diff?from=revision:1&to=revision:2'), async (page) => {
    await page.locator('.maps canvas').nth(2).waitFor();
    await page.locator('.maps canvas').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^(large|small) 0 pods, 0 CPU of \d+ CPU.* → \d pods?, \d CPU of \d+ CPU/).waitFor();
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
        await choose(page, 'B: profile', 'packing');
        await choose(page, 'on the pods of the run', /UTC: \d+ pods?$/);
        await page.getByRole('button', { name: 'Compare' }).click();
        await page
          .getByRole('table', { name: 'Plugins that caused differences' })
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
    await page.locator('.maps canvas').nth(2).waitFor();
    await page.getByText('here: revision 3 and 0 pods that the dry run would have placed').waitFor();
  });
});

test('two runs are two maps and their difference: what a dry one would have placed is there too', async () => {
  const tried = await api.cluster(
    node('a', { cpu: '4', memory: '8Gi', pods: '10' }),
    node('b', { cpu: '4', memory: '8Gi', pods: '10' }),
    pod('one', '2'),
  );
  const params = { params: { path: { cluster: tried } } };
  const start = async (body: object): Promise<string> =>
    (await api.client.post('/v1/clusters/{cluster}/runs', { ...params, body })).id;
  const dry = await start({ dryRun: true });
  await api.client.post('/v1/clusters/{cluster}/import', { ...params, body: pod('two', '1') as never });
  const real = await start({});
  const url = `${api.url}/ui/clusters/${tried}/runs/${real}?with=${dry}`;
  await lookedAt(browser, url, async (page) => {
    await page.getByText('0 different, 0 only there, 1 only here').waitFor();
    await page.getByRole('link', { name: 'on the map' }).click();
    await page.getByText('there: revision 1 and 1 pod that the dry run would have placed').waitFor();
    await page.locator('.maps canvas').nth(2).waitFor();
    await page.locator('.maps canvas').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/^a 1 pod, 2 CPU of 4 CPU.* → 1 pod, 2 CPU of 4 CPU/).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^b 0 pods, 0 CPU of 4 CPU.* → 1 pod, 1 CPU of 4 CPU/).waitFor();
    expect(await page.locator('.maps figcaption').allTextContents()).toEqual(['there', 'here', 'difference']);
    expect(await axeFindings(page)).toEqual([]);
  });
});
