import type { Browser, Page } from 'playwright-core';
import { Issuer } from '#test-services';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindings } from './accessibility.js';
import { settled, sharedBrowser } from './browser.js';
import { tabTo } from './by-keyboard.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let issuer: Issuer;
let browser: Browser;
let cluster: string;
let run: string;

beforeAll(async () => {
  issuer = await Issuer.start();
  api = await TestApi.start({ BERTH_OIDC_ISSUER: issuer.url, BERTH_OIDC_AUDIENCE: issuer.audience });
  browser = await sharedBrowser();
  cluster = await api.cluster(
    node('n', { cpu: '4', memory: '8Gi', pods: '10' }),
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    ...['api', 'report'].map((name) => ({ ...pod(name), metadata: { name, namespace: 'shop' } })),
    pod('other'),
    {
      ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'few', namespace: 'shop' } },
      spec: { hard: { pods: '2', 'requests.cpu': '4' } },
    },
  );
  const params = { params: { path: { cluster } } };
  run = (await api.client.post('/v1/clusters/{cluster}/runs', params)).id;
  for (const name of ['shop', 'infra']) await api.client.post('/v1/teams', { body: { name } });
  const shared = { team: 'shop', role: 'viewer', namespace: 'shop' } as const;
  await api.client.post('/v1/clusters/{cluster}/grants', { ...params, body: shared });
  await api
    .post(`/v1/clusters/${cluster}/api/v1/namespaces/shop/pods`)
    .send({ ...pod('third'), metadata: { name: 'third', namespace: 'shop' } })
    .expect(403);
});

afterAll(async () => {
  await api.stop();
  issuer.stop();
});

async function keyOf(
  team: string,
  ...roles: ('viewer' | 'scheduler' | 'admin')[]
): Promise<{ readonly id: string; readonly key: string }> {
  return api.client.post('/v1/teams/{team}/keys', { params: { path: { team } }, body: { name: 'reader', roles } });
}

/** A tab that says by itself who it is: without a key it is nobody, and not the admin of the specs. */
async function honest(page: Page): Promise<void> {
  await page.route('**/*', (route) => {
    const headers = route.request().headers();
    return route.continue({ headers: { ...headers, authorization: headers['authorization'] ?? 'none' } });
  });
  await page.reload();
}

/** How pages of another team name a cluster of the default team. */
const sharedName = (name: string): string => encodeURIComponent(`default/${name}`);

/** What a tab has, as far as it is needed here. */
interface Tab {
  readonly sessionStorage: { readonly setItem: (name: string, text: string) => void };
}

/** The page as somebody with this key sees it. */
async function as(key: string, view: string, what: (page: Page) => Promise<void>): Promise<void> {
  await lookedAt(browser, `${api.url}/ui/`, async (page) => {
    await page.evaluate((given) => {
      (globalThis as unknown as Tab).sessionStorage.setItem('berth.key', given);
    }, key);
    await page.goto(`${api.url}/ui${view}`);
    await settled(page);
    await what(page);
  });
}

async function give(page: Page, text: string, label = 'Key'): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Use it' }).click();
}

test('who has no key is asked for one, hears of a wrong one, and it is kept in this tab alone', async () => {
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/nodes?as=table`, async (page) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await honest(page);
    await page.getByText('The service requires a key.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await give(page, 'berth_wrong');
    await page.getByText('The service does not accept this key.').waitFor();
    await give(page, api.key);
    await page.getByRole('row', { name: /^n 3/ }).waitFor();
    const kept = await page.evaluate<string>(
      'JSON.stringify([sessionStorage.getItem("berth.key"), { ...localStorage }, document.cookie])',
    );
    expect(JSON.parse(kept)).toEqual([api.key, {}, '']);
    expect(urls.filter((url) => url.includes(api.key))).toEqual([]);
    expect(page.url()).not.toContain('berth_');
    await page.reload();
    await page.getByRole('row', { name: /^n 3/ }).waitFor();
  });
});

test('who is in several teams says which, and hears it', async () => {
  const member = { subject: 'ann', roles: ['viewer' as const] };
  for (const team of ['default', 'infra'])
    await api.client.post('/v1/teams/{team}/members', { params: { path: { team } }, body: member });
  const token = await issuer.token('ann');
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/nodes?as=table`, async (page) => {
    await honest(page);
    await give(page, token);
    await page.getByRole('dialog').getByText('X-Berth-Team must name one of default, infra').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await give(page, 'default', 'Team');
    await page.getByRole('row', { name: /^n 3/ }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: /^n 3/ }).waitFor();
    await page.getByRole('button', { name: 'key', exact: true }).click();
    await give(page, 'infra', 'Team');
    await page.getByText(`There is no cluster ${cluster}`).waitFor();
  });
});

test('a key that is revoked while a view is open is reported there', async () => {
  const { id, key } = await keyOf('default', 'viewer');
  await as(key, `/clusters/${cluster}/nodes`, async (page) => {
    await page.getByText('live rev', { exact: false }).waitFor();
    await api.client.delete('/v1/teams/{team}/keys/{key}', { params: { path: { team: 'default', key: id } } });
    await page.getByText('The service does not accept this key.').waitFor({ timeout: 20_000 });
  });
});

test('keys are made, shown once, and revoked; members and teams are kept; the log has it', async () => {
  await lookedAt(browser, `${api.url}/ui/access`, async (page) => {
    const keys = page.getByRole('region', { name: 'Keys' });
    await keys.getByLabel('Name of the new key').fill('pipeline');
    await keys.getByLabel('scheduler').check();
    await keys.getByRole('button', { name: 'Make' }).click();
    const secret = page.getByRole('dialog', { name: 'The key pipeline' });
    await secret.waitFor();
    expect(await secret.locator('pre').innerText()).toMatch(/^berth_/);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await secret.waitFor({ state: 'detached' });
    await keys.getByRole('row', { name: /^pipeline .*scheduler/ }).waitFor();
    await keys.getByRole('button', { name: 'Revoke pipeline' }).click();
    await keys.getByRole('button', { name: 'Revoke pipeline' }).waitFor({ state: 'detached' });
    const notice = page.getByRole('alertdialog').filter({ hasText: 'The key is revoked' });
    await notice.getByRole('button', { name: 'Close' }).press('Enter');
    await notice.waitFor({ state: 'detached' });
    const members = page.getByRole('region', { name: 'Members' });
    await members.getByLabel('subject').fill('ada');
    await members.getByRole('button', { name: 'Add' }).click();
    await members.getByRole('row', { name: /^ada/ }).waitFor();
    await page.getByRole('region', { name: 'Access log' }).getByRole('grid').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('quotas, what admission refused, and grants of a cluster', async () => {
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/shares`, async (page) => {
    await page.getByRole('row', { name: /^shop few pods 2 2 0 .*100.0 %/ }).waitFor();
    await page.getByRole('row', { name: /create Pod shop\/third.*exceeded quota: few/ }).waitFor();
    await page.getByLabel('Share with the team').fill('infra');
    await page.getByLabel('of the namespace').fill('shop');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('row', { name: /^infra viewer shop/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('a reader sees what is not for them, and what is of other teams', async () => {
  const { key } = await keyOf('shop', 'viewer');
  await as(key, '/access', async (page) => {
    expect(await page.getByText('That takes an admin; ').count()).toBe(3);
    await page.getByText('That takes an auditor; ').waitFor();
  });
  await as(key, `/clusters/${sharedName(cluster)}/runs`, async (page) => {
    const schedule = page.getByRole('button', { name: 'Schedule', exact: true });
    expect(await schedule.isDisabled()).toBe(true);
    const before = page.url();
    await tabTo(schedule);
    await page.getByRole('tooltip').getByText('That takes a scheduler; ').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByText('That takes a scheduler; ').waitFor();
    expect(page.url()).toBe(before);
    expect(await axeFindings(page)).toEqual([]);
  });
  await as(key, `/clusters/${sharedName(cluster)}/runs/${run}`, async (page) => {
    await page.getByRole('note').getByText('Redacted').waitFor();
  });
  for (const view of ['', '/pods', '/nodes', '/decisions', '/pending', '/runs'])
    await as(key, `/clusters/${sharedName(cluster)}${view}`, async (page) => {
      expect({ view, problems: await page.getByRole('alert').allInnerTexts() }).toEqual({ view, problems: [] });
    });
});

test('who sees a part of a cluster has an overview of it, namespace by namespace', async () => {
  const { key } = await keyOf('shop', 'viewer');
  await as(key, `/clusters/${sharedName(cluster)}`, async (page) => {
    const sums = page.getByRole('region', { name: 'By namespace' });
    await sums.getByRole('row', { name: /^shop 2 0 2 scheduled half within/ }).waitFor();
    expect(await sums.getByRole('row').count()).toBe(2);
    await sums.getByText('You see a part of this cluster').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}`, async (page) => {
    await page.getByRole('heading', { name: 'Waits' }).waitFor();
    expect(await page.getByRole('region', { name: 'By namespace' }).count()).toBe(0);
  });
});

test('a run says how many pods it left out, and an explanation says what else is on the nodes', async () => {
  const wide = await api.cluster(
    node('n'),
    ...['ours', 'seen'].map((namespace) => ({ ...pod('p', '1'), metadata: { name: 'p', namespace } })),
    { ...pod('big', '9'), metadata: { name: 'big', namespace: 'ours' } },
  );
  const params = { params: { path: { cluster: wide } } };
  for (const [namespace, role] of [
    ['ours', 'scheduler'],
    ['seen', 'viewer'],
  ] as const)
    await api.client.post('/v1/clusters/{cluster}/grants', { ...params, body: { team: 'infra', role, namespace } });
  const { key } = await keyOf('infra', 'viewer', 'scheduler');
  const { body: left } = await api
    .post(`/v1/clusters/${sharedName(wide)}/runs`)
    .set('authorization', `Bearer ${key}`)
    .expect(201);
  await as(key, `/clusters/${sharedName(wide)}/runs/${left.id}`, async (page) => {
    await page.getByText('1 pending pod left out').waitFor();
  });
  await as(key, `/clusters/${sharedName(wide)}/pending?explain=yes`, async (page) => {
    await page.getByText('No pod of another team is on a node.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
