import type { Browser, Page } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindingsInBothSchemes } from './accessibility.js';
import { sharedBrowser } from './browser.js';
import { lookedAt } from './looked-at.js';

/** Longer than the pause between two heads, and between two tries. */
const WHILE_MS = 3_000;

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  browser = await sharedBrowser();
});

afterAll(async () => {
  await api.stop();
});

const overviewOf = (cluster: string): string => `${api.url}/ui/clusters/${cluster}`;

async function add(cluster: string, name: string): Promise<void> {
  const params = { path: { cluster } };
  await api.client.post('/v1/clusters/{cluster}/import', { params, body: pod(name) as never });
}

/** Whether the tab can be seen, as the browser tells the page when another one is in front. */
async function turn(page: Page, hidden: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', {
    expression: `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`,
  });
  await session.detach();
}

const pods = (page: Page, count: string) =>
  page
    .locator('.counts > div')
    .filter({ has: page.getByText('pods', { exact: true }) })
    .getByText(count, { exact: true });

test('values change in place', async () => {
  const cluster = await api.cluster(node('n'), pod('first'));
  await lookedAt(browser, overviewOf(cluster), async (page) => {
    await page.getByText(/^live/).waitFor();
    await pods(page, '1').waitFor();
    await add(cluster, 'second');
    await pods(page, '2').waitFor();
    await page.getByText(/^rev 2$/).waitFor();
  });
});

test('a hidden tab asks for nothing, and catches up when it is looked at', async () => {
  const cluster = await api.cluster(node('n'), pod('first'));
  await lookedAt(browser, overviewOf(cluster), async (page) => {
    await page.getByText(/^live/).waitFor();
    await pods(page, '1').waitFor();
    await turn(page, true);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await add(cluster, 'second');
    await page.waitForTimeout(WHILE_MS);
    expect(asked).toEqual([]);
    expect(await pods(page, '1').count()).toBe(1);
    await turn(page, false);
    await pods(page, '2').waitFor();
  });
});

test('cut off, the page names the last revision it heard of, and catches up by itself', async () => {
  const cluster = await api.cluster(node('n'), pod('first'));
  await lookedAt(browser, overviewOf(cluster), async (page) => {
    await page.getByText(/^live/).waitFor();
    await turn(page, true);
    await page.route('**/v1/heads**', (route) => route.abort());
    await turn(page, false);
    const state = page.getByRole('button', { name: /^cut off/ });
    await state.waitFor();
    // A pointer comes from somewhere: one that appears on a button is no pointer that moves.
    await page.mouse.move(0, 0);
    await state.hover();
    await page.getByRole('tooltip').getByText('Last received revision 1; trying again', { exact: true }).waitFor();
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    await add(cluster, 'second');
    await page.unroute('**/v1/heads**');
    await pods(page, '2').waitFor();
    await page.getByText(/^live/).waitFor();
  });
});
