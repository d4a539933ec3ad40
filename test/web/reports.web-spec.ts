import { readFile } from 'node:fs/promises';
import { JobRunner } from '#jobs';
import type { Browser, Page } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindingsInBothSchemes } from './accessibility.js';
import { sharedBrowser } from './browser.js';
import { choose } from './choose.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let browser: Browser;
let cluster: string;

beforeAll(async () => {
  api = await TestApi.start();
  browser = await sharedBrowser();
  cluster = await api.cluster(node('n', { cpu: '4', memory: '8Gi', pods: '10' }), pod('waits', '6'));
});

afterAll(async () => {
  await api.stop();
});

async function downloaded(page: Page, button: string | RegExp): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).first().click();
  const download = await coming;
  return readFile(await download.path(), 'utf8');
}

test('a report is chosen, grouped otherwise, and taken away', async () => {
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/reports`, async (page) => {
    await page.getByRole('button', { name: /^capacity/ }).click();
    await choose(page, 'Grouped by', 'node');
    await page.getByRole('textbox', { name: 'Resources' }).fill('cpu, memory');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('grid', { name: 'rows' }).getByText('8.0 Gi').first().waitFor();
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    const lines = (await downloaded(page, 'Download as CSV')).trim().split(/\r?\n/);
    expect(lines[0]).toMatch(/^cluster,at,/);
    expect(lines).toHaveLength(3);
  });
});

test('a schedule is created, run now, its result downloaded, and it is deleted', async () => {
  await lookedAt(browser, `${api.url}/ui/schedules`, async (page) => {
    await page.getByText('Nothing runs by itself yet').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('weekly');
    await choose(page, 'Report', 'pending');
    await choose(page, 'Cluster', cluster);
    await page.getByLabel('At the times (cron)').fill('every Monday');
    await page.getByRole('button', { name: 'Create the schedule' }).click();
    await page.getByRole('alert').getByText('cron').first().waitFor();
    await page.getByLabel('At the times (cron)').fill('0 7 * * MON');
    await page.getByRole('button', { name: 'Create the schedule' }).click();
    await page.getByRole('heading', { name: /^weekly/ }).waitFor();
    await page.getByRole('button', { name: 'Run it now' }).click();
    await page.getByText('queued').waitFor();
    await api.app.get(JobRunner).drain();
    await page.getByText('succeeded').waitFor();
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    expect(await downloaded(page, / as csv$/)).toContain('waits');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(/^paused since/).waitFor();
    await page.getByRole('button', { name: 'Delete with its results' }).click();
    await page.getByText('Nothing runs by itself yet').waitFor();
  });
});
