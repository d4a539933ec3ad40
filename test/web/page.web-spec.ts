import type { Browser, Page } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindingsInBothSchemes } from './accessibility.js';
import { marked, pressOn, typeInto } from './by-keyboard.js';
import { close, open, settled, sharedBrowser, type Reader } from './browser.js';
import { choiceOf } from './choose.js';

/** What would be a script, a link or a formula if it were not text. */
const HOSTILE = '"><img src=x onerror=alert(1)>';
let api: TestApi;
let browser: Browser;
let cluster: string;
let run: string;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  await api.doJobs();
  browser = await sharedBrowser();
  const labelled = { ...pod('api'), metadata: { name: 'api', namespace: 'default', annotations: { note: HOSTILE } } };
  cluster = await api.cluster(
    node('big', { cpu: '4', memory: '8Gi' }),
    node('small', { cpu: '1', memory: '1Gi' }),
    labelled,
    pod('report', '6'),
  );
  const done = await api.client.post('/v1/clusters/{cluster}/runs', { params: { path: { cluster } } });
  run = done.id;
  await api.client.post('/v1/clusters/{cluster}/checkpoints', { params: { path: { cluster } } });
});

afterAll(async () => {
  await api.stop();
});

const at = (view: string): string => `${api.url}/ui/clusters/${cluster}${view}`;

async function read<T>(url: string, what: (reader: Reader) => Promise<T>, options = {}): Promise<T> {
  const reader = await open(browser, url, options);
  try {
    const found = await what(reader);
    expect(reader.faults).toEqual([]);
    return found;
  } finally {
    await close(reader);
  }
}

test('from / to why a pod is pending are three clicks', async () => {
  await read(`${api.url}/`, async ({ page }) => {
    await page.getByRole('link', { name: cluster }).click();
    await settled(page);
    await page.getByRole('link', { name: '1 pod pending' }).click();
    await page
      .getByRole('grid', { name: 'pods' })
      .getByRole('link', { name: /2 nodes/ })
      .click();
    await page.getByRole('heading', { name: 'From 2 nodes to none' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/ui/clusters/${cluster}/decisions/${run}.1`);
  });
});

const DIALOGS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Keys: (page) => page.keyboard.press('?'),
  Find: (page) => page.keyboard.press('Control+k'),
  'This view as GraphQL and curl': (page) => page.keyboard.press('{'),
  Key: (page) => page.getByRole('button', { name: 'no key' }).press('Enter'),
  'Import manifests': (page) => page.getByRole('button', { name: 'Import manifests …' }).press('Enter'),
};

test('why not there goes on to the requests by which the pod would go otherwise', async () => {
  await read(at(`/decisions/${run}.1?whynot=small`), async ({ page }) => {
    await page.getByRole('heading', { name: 'Requests with which it would go elsewhere' }).waitFor();
    await page
      .getByText(/^With .+ instead of .+/)
      .first()
      .waitFor();
  });
});

test('dialogs open by keys and close by Escape, and axe finds nothing in them, in any colours', async () => {
  await read(`${api.url}/ui/`, async ({ page }) => {
    for (const [title, open] of Object.entries(DIALOGS)) {
      await open(page);
      await page.getByRole('dialog', { name: title, exact: true }).waitFor();
      expect({ title, findings: await axeFindingsInBothSchemes(page) }).toEqual({ title, findings: [] });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});

/** In the page: what moves or fades, or would; by the tag and the class of each. */
const MOVING = `[...document.querySelectorAll('*')].filter((element) => {
  const { animationName, transitionDuration } = getComputedStyle(element);
  return animationName !== 'none' || transitionDuration.split(', ').some((duration) => parseFloat(duration) > 0);
}).map(({ tagName, className }) => tagName + ' ' + className).concat(document.getAnimations().map(String))`;

test.each(['no-preference', 'reduce'] as const)('where motion is wanted with %s', async (reducedMotion) => {
  await read(
    at(''),
    async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Find' }).waitFor();
      const moving = await page.evaluate<string[]>(MOVING);
      expect(moving.length > 0).toBe(reducedMotion === 'no-preference');
    },
    { reducedMotion },
  );
});

test('a moment is typed: its time, or its revision', async () => {
  await read(at('/pods'), async ({ page }) => {
    await pressOn(page.getByRole('button', { name: 'Go to a moment' }));
    const dialog = page.getByRole('dialog', { name: 'Go to a moment' });
    await typeInto(dialog.getByRole('spinbutton', { name: 'Revision' }), '1');
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('at') === 'revision:1');
    await page.getByText('past, read only').waitFor();
    await pressOn(page.getByRole('button', { name: 'Go to a moment' }));
    await pressOn(dialog.getByRole('button', { name: 'Show it as it was' }));
    await page.waitForURL((url) => /^\d{4}-\d\d-\d\dT/.test(url.searchParams.get('at') ?? ''));
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
  });
});

test('by keyboard alone: found by Ctrl-K, a pod is opened, and its past is stepped through', async () => {
  await read(at(''), async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('report');
    await marked(page, 'Pod default/report').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'default/report', level: 1 }).waitFor();
    await page.keyboard.press('[');
    await page.getByText('past, read only').waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toBe('revision:1');
    await page.keyboard.press('L');
    await page.waitForURL((url) => !url.searchParams.has('at'));
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'Decisions' }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Reasons' }).waitFor();
  });
});

test('what a shorter text found stays marked until the next answer is there', async () => {
  await read(at(''), async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('repor');
    await marked(page, 'Pod default/report').waitFor();
    const isSearch = (body: string | null): boolean => body?.includes('query Search(') ?? false;
    // A search is not answered any more.
    await page.route('**/graphql', (route) => (isSearch(route.request().postData()) ? undefined : route.continue()));
    const asked = page.waitForRequest((request) => isSearch(request.postData()));
    await page.keyboard.type('t');
    await asked;
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'default/report', level: 1 }).waitFor();
  });
});

test('the address is the view: order and filters come back with it', async () => {
  await read(at('/decisions?outcome=scheduled&sort=-total'), async ({ page }) => {
    expect(await choiceOf(page, 'Outcome').textContent()).toBe('scheduled');
    expect(await page.getByRole('columnheader', { name: /total/ }).getAttribute('aria-sort')).toBe('descending');
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: /^total/ }).click();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('total');
    await page.goBack();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-total');
  });
});

test('what the page shows of a decision adds up to what the API says of it', async () => {
  const id = `${run}.0`;
  const path = { cluster, decision: id };
  const why = await api.client.get('/v1/clusters/{cluster}/decisions/{decision}/why', { params: { path } });
  await read(at(`/decisions/${id}`), async ({ page }) => {
    const totals = await page.locator('.points tfoot td').allTextContents();
    expect(totals.slice(1)).toEqual([
      String(why.plugins.reduce((sum, { node: { weighted } }) => sum + weighted, 0)),
      why.against === null ? '' : String(why.plugins.reduce((sum, { against: { weighted } }) => sum + weighted, 0)),
      why.difference === null ? '' : `+${why.difference}`,
    ]);
  });
});

test('the ledger is verified here, and so is one decision’s place in it', async () => {
  await read(at(`/audit?decision=${run}.0`), async ({ page }) => {
    const proof = page.getByRole('list', { name: 'The proof' });
    await proof.waitFor();
    expect(await proof.getByText('does not hold').count()).toBe(0);
    expect(await proof.getByText('holds', { exact: true }).count()).toBe(4);
    await page.getByRole('button', { name: 'Verify here' }).click();
    await page.getByText('are what was hashed, in order, with nothing between them missing').waitFor();
  });
});

test('a list that is looked at does not jump: what came since is offered', async () => {
  const growing = await api.cluster(node('n'), pod('first'));
  const params = { params: { path: { cluster: growing } } };
  await api.client.post('/v1/clusters/{cluster}/runs', params);
  await read(`${api.url}/ui/clusters/${growing}/decisions`, async ({ page }) => {
    await page.getByText('1 decision', { exact: true }).waitFor();
    await page.getByText('live', { exact: false }).first().waitFor();
    await api.client.post('/v1/clusters/{cluster}/import', { ...params, body: pod('second') as never });
    await api.client.post('/v1/clusters/{cluster}/runs', params);
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByText('2 decisions', { exact: true }).waitFor();
  });
});

test('what is not there, and what is refused, is said with its code', async () => {
  await read(`${api.url}/ui/clusters/nowhere`, async ({ page }) => {
    await page.getByText('There is no cluster nowhere').waitFor();
  });
  await read(at('/decisions'), async ({ page }) => {
    await page.getByLabel('Since').fill('yesterday');
    await page.getByLabel('Since').press('Enter');
    await page.getByRole('alert').getByText('The service refused this').waitFor();
    expect(await page.getByRole('alert').locator('code').count()).toBeGreaterThan(1);
  });
});

test('a name is text, whatever stands in it', async () => {
  await read(at('/pods/default/api'), async ({ page }) => {
    await page.getByText('Manifest').click();
    expect(await page.locator('pre').textContent()).toContain(JSON.stringify(HOSTILE).slice(1, -1));
    expect(await page.locator('main img').count()).toBe(0);
  });
});
