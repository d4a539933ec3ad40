import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindings, axeFindingsInBothSchemes } from './accessibility.js';
import { sharedBrowser } from './browser.js';
import { lookedAt, lookedAtEach } from './looked-at.js';
import { everyView } from './views-looked-at.js';

/** What would be a script, a link or a formula if it were not text. */
const HOSTILE = '"><img src=x onerror=alert(1)>';
const SCHEMES = ['light', 'dark'] as const;

let api: TestApi;
let browser: Browser;
let cluster: string;
let empty: string;
let run: string;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  browser = await sharedBrowser();
  const big = node('a-node-with-a-name-that-is-as-long-as-names-in-clouds-are', { cpu: '4', memory: '8Gi' });
  const gated = {
    ...pod('gated'),
    spec: { containers: [{ name: 'c', image: HOSTILE }], schedulingGates: [{ name: 'wait' }] },
  };
  const status = { capacity: { cpu: '1' }, conditions: [{ type: 'Ready', status: 'False', message: HOSTILE }] };
  cluster = await api.cluster(big, { ...node('ill'), status }, pod('api'), pod('report', '6'), gated);
  empty = await api.cluster();
  const done = await api.client.post('/v1/clusters/{cluster}/runs', {
    params: { path: { cluster }, header: { 'X-Berth-Reason': HOSTILE, 'X-Berth-Actor': HOSTILE } },
  });
  run = done.id;
});

afterAll(async () => {
  await api.stop();
});

const at = (view: string, of = cluster): string => `${api.url}/ui/clusters/${of}${view}`;
const nothing = (): void => undefined;

/** A view while its questions are answered by `answer`, in both colours. */
async function answeredBy(answer: (route: Route) => unknown, look: (page: Page) => Promise<void>): Promise<void> {
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({ colorScheme } satisfies BrowserContextOptions);
    try {
      const page = await context.newPage();
      await page.route('**/graphql', answer);
      await page.goto(at('/decisions'));
      await look(page);
    } finally {
      await context.close();
    }
  }
}

test('while an answer is waited for, its room is kept', async () => {
  await answeredBy(nothing, async (page) => {
    const loading = page.locator('main .loading');
    await loading.waitFor();
    expect((await loading.boundingBox())?.height).toBeGreaterThan(100);
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('a failure has its code, the id of its request, and another try', async () => {
  const body = JSON.stringify({ errors: [{ message: 'it broke', extensions: { code: 'INTERNAL' } }] });
  const headers = { 'x-request-id': 'request-7' };
  await answeredBy(
    (route) => route.fulfill({ status: 500, contentType: 'application/json', headers, body }),
    async (page) => {
      const alert = page.getByRole('alert').first();
      await alert.getByText('The service failed').waitFor();
      expect(await alert.locator('code').allTextContents()).toEqual(['INTERNAL', 'request-7']);
      expect(await axeFindings(page)).toEqual([]);
      await page.unroute('**/graphql');
      await alert.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('3 decisions', { exact: true }).waitFor();
    },
  );
});

test('that nobody answers is said, after a try or two', async () => {
  await answeredBy(
    (route) => route.abort(),
    async (page) => {
      await page.getByRole('alert').getByText('The service does not answer').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
    },
  );
});

test('what is empty says why and what fills it', async () => {
  await lookedAt(browser, at('/pods', empty), async (page) => {
    expect(await page.locator('pre.command').textContent()).toContain(`npx berth import -c ${empty}`);
  });
});

const SAID: Readonly<Record<string, RegExp>> = {
  '?at=revision:1': /past, read only/,
  '/decisions?since=yesterday': /The service refused this/,
  '/pods/default/nobody': /There is no such pod/,
  '/nodes/nobody': /There is no such node/,
  '/profiles/nobody': /There is no profile nobody/,
  '/nowhere': /There is no such view/,
  '/nodes?name=nobody': /There is no such node/,
};

test('what is gone, gated, refused or past is said so, and axe finds nothing there', async () => {
  const other = run.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  const said: Readonly<Record<string, RegExp>> = { ...SAID, [`/decisions/${other}.0`]: /There is no decision/ };
  const texts = new Map(Object.entries(said).map(([view, text]) => [at(view), text]));
  await lookedAtEach(browser, [...texts.keys()], async (page, url) => {
    await page
      .getByText(texts.get(url) ?? '')
      .first()
      .waitFor();
    expect({ url, findings: await axeFindingsInBothSchemes(page) }).toEqual({ url, findings: [] });
  });
});

test('at 200 % nothing is lost: the page is as wide as the window, and only tables scroll sideways', async () => {
  const options = { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 };
  const subjects = {
    cluster,
    node: 'ill',
    pod: 'default/report',
    profile: 'default-scheduler',
    run,
    otherRun: run,
    schedule: 'weekly',
  };
  const urls = everyView({ ...subjects, decision: `${run}.1` }).map((view) => `${api.url}/ui${view}`);
  await lookedAtEach(
    browser,
    urls,
    async (page, url) => {
      const wide = await page.locator('html').evaluate((html: { scrollWidth: number }) => html.scrollWidth);
      expect({ url, wide }).toEqual({ url, wide: 640 });
    },
    options,
  );
});

test('whatever stands in an address or an object is text', async () => {
  const asked = encodeURIComponent(HOSTILE);
  const views = [
    `/pods?namespace=${asked}`,
    `/pending?reason=${asked}`,
    `/nodes?name=${asked}&by=${asked}`,
    `/nodes/${asked}`,
    '/nodes/ill',
    '/pods/default/gated',
    `/decisions?plugin=${asked}`,
    `/decisions/${asked}`,
    `/profiles/${asked}`,
    `/what-if?ask=${asked}&found=${asked}`,
    `/diff?of=runs&run=${asked}&with=${asked}&node=${asked}`,
    `/shares?namespace=${asked}`,
    `?at=${asked}`,
    '/audit',
    '/runs',
    `/runs/${run}`,
  ].map((view) => at(view));
  await lookedAtEach(browser, views, async (page, url) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(HOSTILE);
    expect({ url, images: await page.locator('img').count() }).toEqual({ url, images: 0 });
  });
});

test('the page sets no cookie, and its policy lets no text become a script', async () => {
  const { headers } = await api.get('/ui/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  await lookedAt(browser, at(''), async (page) => {
    expect(await page.context().cookies()).toEqual([]);
  });
});
