import type { Browser, Locator, Page } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { sharedBrowser } from './browser.js';
import { goTo, marked, pressOn, tabTo, typeInto, typeOption } from './by-keyboard.js';
import { choiceOf, choose } from './choose.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let browser: Browser;
/** With a node that its pods do not tolerate, and a pod that waits for it. */
let cluster: string;
/** With three nodes, and a run that chose one of them. */
let three: string;
let run: string;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  await api.doJobs();
  browser = await sharedBrowser();
  const gpu = {
    ...node('gpu', { cpu: '8', memory: '8Gi', pods: '10' }),
    spec: { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] },
  };
  cluster = await api.cluster(gpu, node('a', { cpu: '4', memory: '8Gi', pods: '10' }), pod('api'), pod('report', '6'));
  const params = { params: { path: { cluster } } };
  await api.client.post('/v1/clusters/{cluster}/runs', params);
  const body = { schedulerName: 'spreading' };
  await api.client.post('/v1/clusters/{cluster}/profiles', { ...params, body });
  three = await api.cluster(node('a', { cpu: '4' }), node('b', { cpu: '3' }), node('c', { cpu: '2' }), pod('api'));
  run = (await api.client.post('/v1/clusters/{cluster}/runs', { params: { path: { cluster: three } } })).id;
});

afterAll(async () => {
  await api.stop();
});

/** A walk that begins somewhere below `/ui`, by keyboard alone. */
const walked = (from: string, what: (page: Page) => Promise<unknown>): Promise<unknown> =>
  lookedAt(browser, `${api.url}/ui${from}`, what);

const overview = (): string => `/clusters/${cluster}`;

test('from the first view to why a pod is pending', async () => {
  await walked('/', async (page) => {
    await pressOn(page.getByRole('link', { name: cluster }));
    await pressOn(page.getByRole('link', { name: '1 pod pending' }));
    await pressOn(page.getByRole('grid', { name: 'pods' }).getByRole('link', { name: /of 2 nodes/ }));
    await page.getByRole('heading', { name: 'From 2 nodes to none' }).waitFor();
  });
});

test('two clicks from the first view lead to why a pod waits and what would fix it', async () => {
  await walked('/', async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: cluster }).click();
    await page.getByRole('link', { name: 'default/report' }).first().click();
    const why = page.getByText(/on 1, .* of 2 nodes/);
    await why.waitFor();
    expect(await isOnScreen(why)).toBe(true);
    const fix = page.getByRole('row', { name: /gpu.*tolerat/ });
    await fix.waitFor();
    expect(await isOnScreen(fix)).toBe(true);
  });
});

test('what pods ask for and no node gives stands in the first answer', async () => {
  const general = { ...node('a'), metadata: { name: 'a', labels: { pool: 'general' } } };
  const asking = { nodeSelector: { pool: 'genral' }, containers: [{ name: 'c', image: 'i' }] };
  const near = await api.cluster(general, { ...pod('web'), spec: asking });
  await walked(`/clusters/${near}/pending`, async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const miss = page.getByRole('listitem').filter({ hasText: '1 pod: no node has pool=genral, 1 has pool=general' });
    await miss.waitFor();
    expect(await isOnScreen(miss)).toBe(true);
    expect(await page.getByText('no node has pool=genral').count()).toBe(1);
    await pressOn(miss.getByRole('link', { name: 'default/web' }));
    await page.getByRole('heading', { name: 'default/web' }).waitFor();
  });
});

test('the overview says how many pods there were, who requests the most, and what was written last', async () => {
  await walked(overview(), async (page) => {
    await page.getByRole('img', { name: /^Pods on nodes from \d+ to 1, pending from \d+ to 1$/ }).waitFor();
    const largest = page.getByRole('region', { name: 'Largest requests' });
    await largest.getByRole('heading', { name: 'cpu by namespace' }).waitFor();
    await largest.getByText('default').waitFor();
    await largest.getByText(/\+ 6 CPU pending/).waitFor();
    await pressOn(page.getByRole('listitem').filter({ hasText: 'revision 2' }).getByRole('link').first());
    await page.getByRole('grid', { name: 'objects' }).waitFor();
  });
});

test('three clicks from the first view lead to what the loss of a zone does', async () => {
  await walked('/', async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: cluster }).click();
    await page.getByRole('link', { name: 'What if' }).click();
    await page.getByRole('button', { name: 'What if a zone is lost?' }).click();
    const answer = page.locator('.sentence');
    await answer.waitFor();
    expect(await isOnScreen(answer)).toBe(true);
  });
});

test('three clicks from the first view lead to who changed a node', async () => {
  await walked('/', async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: three }).click();
    await page.getByRole('link', { name: 'Nodes', exact: true }).click();
    await page.getByRole('img', { name: /3 nodes, a cell each/ }).waitFor();
    await page.locator('.map').click({ position: { x: 6, y: 6 } });
    const answer = page.getByText(/Last change: create by admin, /);
    await answer.waitFor();
    expect(await isOnScreen(answer)).toBe(true);
    const yesterday = page.getByRole('link', { name: 'no changes' });
    expect(await isOnScreen(yesterday)).toBe(true);
    await yesterday.click();
    await page.getByText('Nothing happened to it in this time.').waitFor();
    await choose(page, 'Period', 'today');
    await page.getByRole('list').getByText('create by admin').waitFor();
  });
});

async function isOnScreen(what: Locator): Promise<boolean> {
  const box = await what.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 800;
}

test('a cluster is made, and manifests come into it; the dialog gives back the focus', async () => {
  const name = `${cluster}-typed`;
  await walked('/', async (page) => {
    await typeInto(page.getByRole('textbox', { name: 'New cluster' }), name);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing has been imported yet').waitFor();
    await pressOn(page.getByRole('link', { name: 'Berth', exact: true }));
    await pressOn(page.getByRole('button', { name: 'Import manifests …' }));
    const dialog = page.getByRole('dialog', { name: 'Import manifests' });
    await typeOption(choiceOf(dialog, 'Into'), name);
    await typeInto(dialog.getByRole('textbox', { name: /^Manifests/ }), JSON.stringify(node('n', { cpu: 'much' })));
    await pressOn(dialog.getByRole('button', { name: 'Import' }));
    await dialog
      .getByRole('alert')
      .getByText(/capacity/)
      .first()
      .waitFor();
    await typeInto(dialog.getByRole('textbox', { name: /^Manifests/ }), JSON.stringify(node('n')));
    await pressOn(dialog.getByRole('button', { name: 'Import' }));
    await dialog.getByText('1 created').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Import manifests …' }).waitFor();
    await page.getByRole('row', { name: new RegExp(`^${name} 1 0`) }).waitFor();
  });
});

test('runs: one that only tries, a real one, and what another profile would have done', async () => {
  await walked(overview(), async (page) => {
    await goTo(page, 'r', 'Runs');
    await tabTo(page.getByRole('checkbox', { name: 'Only try' }));
    await page.keyboard.press('Space');
    await pressOn(page.getByRole('button', { name: 'Schedule', exact: true }));
    await page.getByRole('heading', { name: /UTC complete, dry$/ }).waitFor();
    await goTo(page, 'r', 'Runs');
    await pressOn(page.getByRole('button', { name: 'Schedule', exact: true }));
    await page.getByRole('heading', { name: /UTC complete$/ }).waitFor();
    await typeOption(choiceOf(page, 'Again with the profile'), 'spreading');
    await pressOn(page.getByRole('button', { name: 'Compare' }));
    await page.getByRole('heading', { name: 'Diff' }).waitFor();
    await page.getByRole('grid', { name: 'placements' }).waitFor();
    expect(new URL(page.url()).searchParams.get('b')).toBe('spreading');
  });
});

test('a diff: from a revision, along the nodes of both maps, and into one', async () => {
  await walked(overview(), async (page) => {
    await goTo(page, 'i', 'Diff');
    await typeInto(page.getByRole('searchbox', { name: 'From' }), 'revision:1');
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('img', { name: /^before: 2 nodes/ }));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('img', { name: /^difference: .*Marked: (a|gpu)$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^(a|gpu) ready$/ }).waitFor();
  });
});

test('audit: a checkpoint is signed, and the ledger verified', async () => {
  await walked(overview(), async (page) => {
    await goTo(page, 'a', 'Audit');
    await pressOn(page.getByRole('button', { name: 'Sign a checkpoint now' }));
    await page.getByText(/^The last checkpoint is of \d+ revisions/).waitFor();
    await pressOn(page.getByRole('button', { name: 'Verify here' }));
    await page.getByText('are what was hashed, in order, with nothing between them missing').waitFor();
  });
});

test('what if: steps are put together and tried, and a question is asked', async () => {
  await walked(overview(), async (page) => {
    await goTo(page, 'w', 'What if');
    const kind = choiceOf(page, 'Step');
    await typeOption(kind, 'taint');
    await typeInto(page.getByRole('textbox', { name: 'Nodes' }), 'gpu');
    await typeInto(page.getByRole('textbox', { name: 'without' }), 'gpu');
    await page.keyboard.press('Enter');
    const steps = page.getByRole('list', { name: 'Steps to try' });
    await steps.getByRole('listitem').nth(1).waitFor();
    await typeOption(kind, 'schedule');
    await pressOn(page.getByRole('button', { name: 'Add', exact: true }));
    await steps.getByRole('listitem').nth(2).waitFor();
    await pressOn(page.getByRole('button', { name: 'Try', exact: true }));
    await page.getByText('1 selected, 1 scheduled').waitFor();
    await pressOn(page.getByRole('button', { name: 'What if a zone is lost?' }));
    await typeInto(page.getByRole('textbox', { name: 'Label' }), 'kubernetes.io/hostname');
    await page.keyboard.press('Enter');
    await page.locator('.sentence').waitFor();
  });
});

test('a profile is checked, tried, saved, and saved again', async () => {
  const yaml = (weight: number): string =>
    `schedulerName: typed\nplugins: {score: {enabled: [{name: NodeResourcesFit, weight: ${weight}}]}}\n`;
  await walked(overview(), async (page) => {
    await goTo(page, 'f', 'Profiles');
    const text = page.getByRole('textbox', { name: 'As YAML or JSON' });
    await typeInto(text, yaml(2));
    await pressOn(page.getByRole('button', { name: 'Check it' }));
    await page.getByText(/^It is valid: version 1/).waitFor();
    await pressOn(page.getByRole('button', { name: 'Try it on the last run' }));
    await page.getByRole('grid', { name: 'placements' }).waitFor();
    await pressOn(page.getByRole('button', { name: 'Save' }));
    await page.getByRole('heading', { name: 'typed v1' }).waitFor();
    await typeInto(text, yaml(3));
    await pressOn(page.getByRole('button', { name: 'Save' }));
    await page.getByRole('heading', { name: 'typed v2' }).waitFor();
  });
});

test('a key is made, seen once, and revoked', async () => {
  await walked('/', async (page) => {
    await pressOn(page.getByRole('link', { name: 'Teams and keys' }));
    await typeInto(page.getByRole('textbox', { name: 'Name of the new key' }), 'typed');
    await tabTo(page.getByRole('region', { name: 'Keys' }).getByRole('checkbox', { name: 'scheduler' }));
    await page.keyboard.press('Space');
    await pressOn(page.getByRole('form', { name: 'A new key' }).getByRole('button', { name: 'Make' }));
    const dialog = page.getByRole('dialog', { name: 'The key typed' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const revoke = page.getByRole('button', { name: 'Revoke typed' });
    await pressOn(revoke);
    await revoke.waitFor({ state: 'detached' });
  });
});

test('what is pending leads to the change that releases the most, and that to what would be', async () => {
  await walked(overview(), async (page) => {
    await goTo(page, 'e', 'Pending');
    await pressOn(page.getByRole('button', { name: 'What would release the most?' }));
    const change = page.getByRole('row', { name: /^1 lift the taint gpu=yes:NoSchedule from gpu/ });
    await pressOn(change.getByRole('link', { name: 'as a what-if' }));
    await page.getByRole('row', { name: /default\/report scheduled gpu/ }).waitFor();
  });
});

test('on the map from node to node, and into one', async () => {
  await walked(`/clusters/${three}`, async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nodes');
    await marked(page, 'View Nodes').waitFor();
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

test('a cell of the matrix is read, a node put beside the chosen one, the rows sorted', async () => {
  await walked(`/clusters/${three}/decisions/${run}.0`, async (page) => {
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
