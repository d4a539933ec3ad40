import type { Browser } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindings } from './accessibility.js';
import { sharedBrowser } from './browser.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let browser: Browser;
let cluster: string;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  await api.doJobs();
  browser = await sharedBrowser();
  cluster = await api.cluster(
    node('large', { cpu: '16', memory: '32Gi', pods: '10' }),
    node('small', { cpu: '4', memory: '8Gi', pods: '10' }),
    pod('a'),
    pod('b'),
  );
  await api.client.post('/v1/clusters/{cluster}/runs', { params: { path: { cluster } } });
});

afterAll(async () => {
  await api.stop();
});

const YAML = `schedulerName: packing # the fullest first
pluginConfig:
- name: NodeResourcesFit
  args: {scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}]}}
`;

test('a draft is tried on the last run, said to be wrong at its field, saved, and its versions compared', async () => {
  const draft = (type: string, weight = 1): string =>
    JSON.stringify({
      schedulerName: 'packing',
      pluginConfig: [
        { name: 'NodeResourcesFit', args: { scoringStrategy: { type, resources: [{ name: 'cpu', weight }] } } },
      ],
    });
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/profiles`, async (page) => {
    const text = page.getByLabel('As YAML or JSON');
    await text.fill('schedulerName: packing\n- a list');
    await page.getByText('It cannot be tried as it is').waitFor();
    await text.fill(YAML);
    await page.getByRole('button', { name: 'Try it on the last run' }).click();
    await page.getByRole('table', { name: 'Plugins that caused differences' }).getByText('NodeResourcesFit').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await text.fill(draft('FullestFirst'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('pluginConfig[0].args.scoringStrategy.type').waitFor();
    await text.fill(draft('MostAllocated'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'packing v1' }).waitFor();
    await page.getByLabel('As YAML or JSON').fill(draft('MostAllocated', 3));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'packing v2' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'v1' }).getByRole('link', { name: 'compare' }).click();
    await page.getByText('1 → 3').first().waitFor();
  });
});
