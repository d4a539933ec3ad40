import type { Browser, Page, Route } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindingsInBothSchemes } from './accessibility.js';
import { settled, sharedBrowser } from './browser.js';
import { lookedAt } from './looked-at.js';
import { everyPart, everyView, type Subjects } from './views-looked-at.js';

/** More elements than these cost the reader's machine, in any view. */
const MOST_ELEMENTS = 3_000;
const WIDE = { width: 1280, height: 900 };
const TELEPHONE = { width: 390, height: 844 };
const PACKING = {
  schedulerName: 'packing',
  pluginConfig: [{ name: 'NodeResourcesFit', args: { scoringStrategy: { type: 'MostAllocated' } } }],
};

let api: TestApi;
let browser: Browser;
let subjects: Subjects;
let empty: Subjects;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  await api.doJobs();
  browser = await sharedBrowser();
  const tainted = { spec: { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] } };
  const cluster = await api.cluster(
    node('big', { cpu: '4', memory: '8Gi', pods: '10' }),
    node('small', { cpu: '1', memory: '1Gi', pods: '10' }),
    { ...node('gpu', { cpu: '8', memory: '8Gi', pods: '10' }), ...tainted },
    pod('api'),
    pod('report', '6'),
    { ...pod('gated'), spec: { containers: [{ name: 'c', image: 'i' }], schedulingGates: [{ name: 'wait' }] } },
    {
      ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'few', namespace: 'default' } },
      spec: { hard: { pods: '9' } },
    },
  );
  const params = { params: { path: { cluster } } };
  const { id: run } = await api.client.post('/v1/clusters/{cluster}/runs', params);
  const { items } = await api.client.get('/v1/clusters/{cluster}/decisions', params);
  const decision = items.find(({ outcome }) => outcome === 'unschedulable')?.id ?? '';
  await api.client.post('/v1/clusters/{cluster}/profiles', { ...params, body: PACKING });
  const body = { dryRun: true };
  const { id: otherRun } = await api.client.post('/v1/clusters/{cluster}/runs', { ...params, body });
  await api.client.post('/v1/clusters/{cluster}/checkpoints', params);
  await api.client.post('/v1/clusters/{cluster}/forks', { ...params, body: { name: `${cluster}-fork` } });
  await api.client.post('/v1/schedules', { body: { name: 'weekly', report: 'pending', cluster, cron: '0 7 * * MON' } });
  subjects = {
    cluster,
    node: 'small',
    pod: 'default/report',
    run,
    otherRun,
    decision,
    profile: 'packing',
    schedule: 'weekly',
  };
  empty = { ...subjects, cluster: await api.cluster() };
});

afterAll(async () => {
  await api.stop();
});

interface Looking {
  /** What is done before the first of them. */
  readonly begin?: (page: Page) => Promise<void>;
  readonly isThere?: (page: Page) => Promise<void>;
  /** Whether something has gone wrong, and is reported. */
  readonly isReported?: boolean;
  /** What else is looked at in each. */
  readonly also?: (page: Page, address: string) => Promise<void>;
}

/** Looks at addresses one after the other in one tab, and wants no finding of axe in any colours. */
async function looked(
  addresses: readonly string[],
  { begin, isThere = settled, isReported = false, also }: Looking = {},
): Promise<void> {
  await lookedAt(browser, `${api.url}/ui/access`, async (page) => {
    await begin?.(page);
    for (const address of addresses) {
      await page.goto(`${api.url}/ui${address}`);
      await isThere(page);
      const findings = await axeFindingsInBothSchemes(page);
      expect({ address, findings }).toEqual({ address, findings: [] });
      const problems = await page.getByRole('alert').allInnerTexts();
      expect({ address, isReported: problems.length > 0, problems }).toEqual({ address, isReported, problems });
      expect(await page.locator('*').count()).toBeLessThan(MOST_ELEMENTS);
      await also?.(page, address);
    }
  });
}

const answeredBy =
  (answer: (route: Route) => unknown) =>
  async (page: Page): Promise<void> => {
    // The heads of the time bar are a stream, and no question of a view.
    await page.route(/\/graphql$|\/v1\/(?!heads)/, (route) => answer(route));
  };

interface Opener {
  readonly textContent: string;
  readonly ownerDocument: { getElementById(id: string): { readonly textContent: string } | null };
  getAttribute(name: string): string | null;
}

/** In the page: what a button that opens a list or a menu is called, without what is chosen. */
function labelOf(opener: Opener): string {
  const ids = opener.getAttribute('aria-labelledby')?.split(' ') ?? [];
  return opener.ownerDocument.getElementById(ids.at(-1) ?? '')?.textContent ?? opener.textContent.trim();
}

/** In the page: whether it is as wide as its window. */
const isWholeWidth = 'document.documentElement.scrollWidth === innerWidth';

/** What a telephone shows of a view: the whole of its width. */
async function onTelephone(page: Page, address: string): Promise<void> {
  await page.setViewportSize(TELEPHONE);
  // Charts and lists measure their room after the window has changed.
  const isWhole = await page.waitForFunction(isWholeWidth, undefined, { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  expect({ address, isWhole }).toEqual({ address, isWhole: true });
  await page.setViewportSize(WIDE);
}

test('with all of its parts, on a telephone too, and their lists and menus opened, each of a name once', async () => {
  const seen = new Set<string>();
  const opened = async (page: Page, address: string): Promise<void> => {
    for (const opener of await page.locator('button[aria-haspopup]:enabled:visible').all()) {
      const label = await opener.evaluate(labelOf);
      if (seen.has(label)) continue;
      seen.add(label);
      await opener.click();
      const list = page.locator('[role=listbox], [role=menu]');
      await list.waitFor();
      const findings = await axeFindingsInBothSchemes(page);
      expect({ address, label, findings }).toEqual({ address, label, findings: [] });
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
    }
  };
  const scheduled = everyView({ ...subjects, decision: `${subjects.run}.0` });
  await looked([...new Set([...everyPart(subjects), ...scheduled])], {
    also: async (page, address) => {
      await opened(page, address);
      await onTelephone(page, address);
    },
  });
  expect([...seen]).toEqual(expect.arrayContaining(['Columns', 'Grouped by', 'Outcome', 'Resource']));
});

test('of a cluster with nothing in it', async () => {
  await looked(everyView(empty));
});

test('as the cluster was, read only', async () => {
  const addresses = everyView(subjects).filter((address) => address.startsWith('/clusters/'));
  await looked(addresses.map((address) => `${address}?at=revision:1`));
});

test('while its answers are waited for', async () => {
  await looked(everyView(subjects), {
    begin: answeredBy(() => undefined),
    isThere: (page) => page.locator('main :is(h1, .loading)').first().waitFor(),
  });
});

test('where the service fails', async () => {
  const body = JSON.stringify({ errors: [{ message: 'it broke', extensions: { code: 'INTERNAL' } }] });
  const failure = { status: 500, contentType: 'application/json', headers: { 'x-request-id': 'request-7' }, body };
  // A diff asks for nothing until it is given two states.
  const addresses = everyView(subjects).map((address) => address.replace(/diff$/, 'diff?from=revision:1'));
  await looked(addresses, { begin: answeredBy((route) => route.fulfill(failure)), isReported: true });
});
