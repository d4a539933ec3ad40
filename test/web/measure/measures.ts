import type { BerthClient } from '#client';
import type { Browser } from 'playwright-core';
import { quantile } from '../../bench/quantile.js';
import { choose } from '../choose.js';
import { MeasuredTab } from './measured-tab.js';

/** One figure of the table. */
export interface Measure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'KiB' | 'MiB' | '';
  /** It is to be at most this. */
  readonly bar: number;
}

/** What is measured: a cluster that the service has, and where. */
export interface Measured {
  readonly browser: Browser;
  readonly client: BerthClient;
  readonly cluster: string;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * 1024;

/** In the page: nothing is being loaded, and something is there. */
const SETTLED = `document.querySelector('main :is(h1, h2)') && !document.querySelector('.loading')`;
const CANVAS = `document.querySelector('main canvas')?.width > 300 && ${SETTLED}`;

/** Every view of a cluster, by what it shows first; each is opened as an address that somebody pasted. */
const VIEWS: readonly (readonly [title: string, path: (known: Known) => string])[] = [
  ['Overview', () => ''],
  ['Nodes', () => '/nodes'],
  ['Nodes as a table', () => '/nodes?as=table'],
  ['Node', ({ node }) => `/nodes/${node}`],
  ['Pods', () => '/pods'],
  ['Pod', ({ pod }) => `/pods/${pod}`],
  ['Pending', () => '/pending'],
  ['Runs', () => '/runs'],
  ['Run', ({ run }) => `/runs/${run}`],
  ['Decisions', () => '/decisions'],
  ['Decision', ({ decision }) => `/decisions/${decision}`],
  ['Decision report', ({ decision }) => `/reports/${decision}`],
  ['Profiles', () => '/profiles'],
  ['Profile', () => '/profiles/default-scheduler'],
  ['Diff', () => '/diff?from=revision:1'],
  ['What if', () => '/what-if'],
  ['Shares and quotas', () => '/shares'],
  ['Audit', () => '/audit'],
];

/** A decision that found a node, and what it was about; as the paths of views name it. */
interface Known {
  readonly decision: string;
  readonly pod: string;
  readonly node: string;
  readonly run: string;
}

/** Everything that is measured of a cluster, one after the other. */
export async function* measuresOf(measured: Measured): AsyncIterable<Measure> {
  yield* firstLook(measured);
  const known = await someDecision(measured);
  for (const [title, path] of VIEWS) yield* view(measured, title, path(known));
  yield* fromClick(measured, known);
  yield* interactions(measured);
}

/** By a reader who was never here, to the overview. */
async function* firstLook({ browser, client, cluster }: Measured): AsyncIterable<Measure> {
  await using(browser, async (tab) => {
    // Once for the service, which has the cluster in memory then.
    await tab.goto(`${client.url}/ui/clusters/${cluster}`, SETTLED);
  });
  const tab = await MeasuredTab.open(browser);
  const ms = await tab.goto(`${client.url}/ui/clusters/${cluster}`, SETTLED);
  yield { what: 'first paint', value: await tab.firstPaint(), unit: 'ms', bar: 1000 };
  yield { what: 'overview with data', value: ms, unit: 'ms', bar: 2000 };
  yield { what: 'files before first use', value: (await tab.ownBytes()) / KIBIBYTE, unit: 'KiB', bar: 220 };
  await tab.close();
}

async function* view({ browser, client, cluster }: Measured, title: string, path: string): AsyncIterable<Measure> {
  const tab = await MeasuredTab.open(browser);
  const ms = await tab.goto(`${client.url}/ui/clusters/${cluster}${path}`, SETTLED);
  yield { what: `${title}: with data`, value: ms, unit: 'ms', bar: 2000 };
  yield { what: `${title}: elements`, value: await tab.elements(), unit: '', bar: 3000 };
  yield { what: `${title}: heap`, value: (await tab.heap()) / MEBIBYTE, unit: 'MiB', bar: 150 };
  await tab.close();
}

/** From the click until it is drawn: the matrix of a decision, the map of the nodes, a moment that was seen before. */
async function* fromClick({ browser, client, cluster }: Measured, { decision, pod }: Known): AsyncIterable<Measure> {
  const tab = await MeasuredTab.open(browser);
  const link = `main a[href*="/decisions/${decision}"]`;
  await tab.goto(
    `${client.url}/ui/clusters/${cluster}/decisions?pod=${pod}`,
    `${SETTLED} && document.querySelector(${JSON.stringify(link)})`,
  );
  const rows = `Number(document.querySelector('[role=grid].tall')?.getAttribute('aria-rowcount'))`;
  const drawn = `document.querySelectorAll('[role=grid].tall [role=row]').length > 2`;
  const ms = await tab.click(link, drawn);
  yield {
    what: `matrix of ${(await tab.value<number>(rows)) - 1} rows, from the click`,
    value: ms,
    unit: 'ms',
    bar: 1000,
  };
  const nodes = await tab.click(`nav a[href$="/${cluster}/nodes"]`, CANVAS);
  yield { what: 'node map, from the click', value: nodes, unit: 'ms', bar: 1000 };
  const button = `document.querySelector('.time .state')`;
  const shows = (state: string): string => `${button}.textContent.startsWith(${JSON.stringify(state)}) && ${CANVAS}`;
  const back = `document.querySelector('.time button[aria-label="The change before"]').click()`;
  await tab.doing(back, `${shows('past')} && !document.querySelector('.time .number').textContent.includes('…')`);
  await tab.value(IDLE);
  await tab.doing(`${button}.click()`, shows('live'));
  await tab.value(IDLE);
  const known = await tab.doing(
    back,
    `${shows('past')} && !document.querySelector('.time .number').textContent.includes('…')`,
  );
  yield { what: 'a known moment', value: known, unit: 'ms', bar: 300 };
  await tab.close();
}

/** Keys, sorting, filters and other views, by a reader who does not wait; then the same while a run is written. */
async function* interactions({ browser, client, cluster }: Measured): AsyncIterable<Measure> {
  const tab = await MeasuredTab.open(browser);
  const path = { cluster };
  const idle = quantile(await act(tab, `${client.url}/ui/clusters/${cluster}`), 0.98);
  yield { what: 'interaction p98', value: idle, unit: 'ms', bar: 100 };
  const run = client.post('/v1/clusters/{cluster}/runs', { params: { path }, body: { allowEmpty: true } });
  const busy = quantile(await act(tab, `${client.url}/ui/clusters/${cluster}`), 0.98);
  await run;
  yield { what: 'interaction p98 while a run is written', value: busy, unit: 'ms', bar: 200 };
  await tab.close();
}

async function act(tab: MeasuredTab, url: string): Promise<number[]> {
  const { keyboard } = tab.page;
  let count = 0;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await keyboard.press(key);
      count += 1;
    }
  };
  await tab.goto(`${url}/pods`, SETTLED);
  await tab.page.getByRole('grid').focus();
  await press('ArrowDown', 'PageDown', 'PageDown', 'End', 'Home', 'ArrowRight');
  for (const name of [/^pod/, /^node/]) {
    await tab.page.getByRole('columnheader', { name }).getByRole('button').click();
    count += 1;
  }
  await press('g', 'n');
  await tab.value(`(${WAIT})(() => ${CANVAS})`);
  await tab.page.locator('main canvas').focus();
  await press('ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight');
  // The head stays where it is, above what is scrolled.
  await tab.value('scrollTo(0, 0)');
  await tab.page.locator('main canvas').click({ position: { x: 60, y: 40 } });
  await choose(tab.page, 'Coloured by', 'pods');
  await tab.page.getByRole('radio', { name: 'table' }).click();
  count += 3;
  await tab.page.getByRole('grid').focus();
  await press('End', 'Home', 'PageDown', 'ArrowRight', 'ArrowDown');
  await press('g', 'd');
  await tab.value(`(${WAIT})(() => ${SETTLED})`);
  await tab.page.getByRole('grid').focus();
  await press('ArrowDown', 'PageDown', 'End', 'Home', 'g', 'o', 'Control+k', ...'node-12', 'Escape', '?', 'Escape');
  return tab.interactions(count);
}

/** Resolves when the page has nothing to do: what came before is not measured along. */
const IDLE = `new Promise((resolve) => requestIdleCallback(() => resolve(true)))`;

const WAIT = `(holds) => new Promise((resolve) => {
  const look = () => holds() ? resolve() : requestAnimationFrame(look);
  look();
})`;

async function someDecision({ client, cluster }: Measured): Promise<Known> {
  const { items } = await client.get('/v1/clusters/{cluster}/decisions', {
    params: { path: { cluster }, query: { outcome: 'scheduled', pageSize: 1 } },
  });
  const [decision] = items;
  if (decision === undefined) throw new Error(`nothing was scheduled in ${cluster}`);
  const { id, pod, node, run } = decision;
  return { decision: id, pod: `${pod.namespace}/${pod.name}`, node: node ?? '', run };
}

/** The ledger, from the click until it is said what was verified. */
export async function* ledger({ browser, client, cluster }: Measured): AsyncIterable<Measure> {
  const tab = await MeasuredTab.open(browser);
  await tab.goto(`${client.url}/ui/clusters/${cluster}/audit`, SETTLED);
  const buttons = `[...document.querySelectorAll('main button')]`;
  const verify = `${buttons}.find(({ textContent }) => textContent === 'Verify here')`;
  const ms = await tab.doing(
    `${verify}.click()`,
    `document.querySelector('main').textContent.includes('are what was hashed')`,
  );
  yield { what: 'ledger verified', value: ms, unit: 'ms', bar: 5000 };
  await tab.close();
}

async function using(browser: Browser, work: (tab: MeasuredTab) => Promise<void>): Promise<void> {
  const tab = await MeasuredTab.open(browser);
  try {
    await work(tab);
  } finally {
    await tab.close();
  }
}
