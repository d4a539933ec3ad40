import type { Browser, Page } from 'playwright-core';
import { node, TestApi } from '../e2e/test-api.js';
import { axeFindings } from './accessibility.js';
import { settled, sharedBrowser } from './browser.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let browser: Browser;
let cluster: string;
let key: string;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  browser = await sharedBrowser();
  cluster = await api.cluster(node('n'));
  ({ key } = await api.client.post('/v1/teams/{team}/keys', {
    params: { path: { team: api.team } },
    body: { name: 'reader', roles: ['viewer'], expiresInDays: 1 },
  }));
});

afterAll(async () => {
  await api.stop();
});

async function signIn(page: Page, typed: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Key', { exact: true }).fill(typed);
  await page.getByRole('checkbox', { name: /Stay signed in/ }).check();
  await page.getByRole('button', { name: 'Use it' }).click();
}

test('a key is exchanged for a session that other tabs have, no script can read, and signing out ends', async () => {
  await lookedAt(browser, `${api.url}/ui/access`, async (page) => {
    await page.getByRole('button', { name: 'no key' }).click();
    await signIn(page, 'berth_wrong');
    await page.getByRole('alert').waitFor();
    await signIn(page, key);
    await page.getByRole('button', { name: 'signed in' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${api.url}/ui/access`);
    await settled(other);
    await other.getByLabel('Your identity').getByText('reader').waitFor();
    await other.goto(`${api.url}/ui/clusters/${cluster}/nodes?as=table`);
    await other.getByRole('grid', { name: 'nodes' }).getByText('n', { exact: true }).waitFor();
    expect(await page.context().cookies(`${api.url}/ui/session`)).toMatchObject([
      { httpOnly: true, sameSite: 'Strict', path: '/ui/session', expires: -1 },
    ]);
    expect(await page.context().cookies(`${api.url}/v1/clusters`)).toEqual([]);
    const readable = await other.evaluate('document.cookie + JSON.stringify({ ...sessionStorage, ...localStorage })');
    expect(readable).not.toMatch(/berth_/);
    await other.getByRole('button', { name: 'signed in' }).click();
    expect(await axeFindings(other)).toEqual([]);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('button', { name: 'no key' }).waitFor();
    expect(await page.context().cookies(`${api.url}/ui/session`)).toEqual([]);
  });
});
