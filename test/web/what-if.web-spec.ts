import type { Browser } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindings } from './accessibility.js';
import { settled, sharedBrowser } from './browser.js';
import { choose } from './choose.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let browser: Browser;
let cluster: string;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  await api.doJobs();
  browser = await sharedBrowser();
  cluster = await api.cluster(node('a', { cpu: '4', memory: '8Gi', pods: '10' }), pod('report', '6'));
});

afterAll(async () => {
  await api.stop();
});

const at = (view: string, of = cluster): string => `${api.url}/ui/clusters/${of}${view}`;

const BIG = { metadata: { name: 'big' }, status: { capacity: { cpu: '8', memory: '16Gi', pods: '10' } } };
const STEPS = encodeURIComponent(
  JSON.stringify([{ cordon: { names: ['a'] } }, { addNodes: { count: 1, node: BIG } }, { schedule: {} }]),
);

async function revision(of: string): Promise<string> {
  return (await api.client.get('/v1/clusters/{cluster}', { params: { path: { cluster: of } } })).revision;
}

test('steps are put together by forms, tried, and keep nothing', async () => {
  const before = await revision(cluster);
  await lookedAt(browser, at('/what-if'), async (page) => {
    await choose(page, 'Step', 'add nodes of a shape');
    await page.getByLabel('called', { exact: true }).fill('big');
    await page.getByLabel('with').fill('cpu=8 memory=16Gi pods=10');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await choose(page, 'Step', 'schedule');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('1 selected, 1 scheduled').waitFor();
    await page.getByRole('row', { name: /default\/report scheduled big-1/ }).waitFor();
    expect(await page.getByText('1 node would stand otherwise').count()).toBe(1);
    await page.locator('.maps canvas').nth(2).waitFor();
    expect(await page.locator('.maps canvas').count()).toBe(3);
    expect(new URL(page.url()).searchParams.get('try')).toBe('yes');
  });
  expect(await revision(cluster)).toBe(before);
});

test('steps to begin with are cards, each with what it is about and what came of it', async () => {
  await lookedAt(browser, at('/what-if'), async (page) => {
    const cards = page.getByRole('list', { name: 'Steps to try' }).getByRole('listitem');
    expect(await cards.count()).toBe(1);
    await page.getByRole('button', { name: 'One more node, then schedule' }).click();
    await cards.nth(2).waitFor();
    expect(await cards.first().textContent()).toContain('cpu=8 memory=32Gi pods=110');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await cards.nth(1).getByText('1 selected, 1 scheduled').waitFor();
    expect(await cards.first().getByText('1 added').count()).toBe(1);
    await page.getByRole('button', { name: 'Step 2 before' }).click();
    await cards.nth(1).getByText('add nodes of a shape').waitFor();
    await page.getByRole('button', { name: 'Without step 1' }).click();
    expect(await cards.count()).toBe(2);
  });
});

test.each(['light', 'dark'] as const)(
  'a pasted address has the same answer, and axe finds nothing in %s',
  async (scheme) => {
    await lookedAt(
      browser,
      at(`/what-if?steps=${STEPS}&try=yes&node=big-1`),
      async (page) => {
        await page.getByText('not there → 1 pod, 6 CPU of 8 CPU').waitFor();
        expect(await axeFindings(page)).toEqual([]);
      },
      { colorScheme: scheme },
    );
  },
);

test('what is said of manifests stands beside what becomes of them', async () => {
  const manifests = JSON.stringify({ ...pod('tiny'), speck: 1 });
  const steps = encodeURIComponent(JSON.stringify([{ import: { manifests } }, { schedule: {} }]));
  const said = 'Pod default/tiny speck: unknown field';
  await lookedAt(browser, at(`/what-if?steps=${steps}&try=yes`), async (page) => {
    await page.getByRole('list', { name: 'Said of the manifests' }).getByText(said).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
  await lookedAt(browser, at('/what-if?ask=fits'), async (page) => {
    await page.getByRole('textbox', { name: 'Pods or workloads' }).fill(manifests);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('list', { name: 'Said of the manifests' }).getByText(said).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('what a step says of nothing is reported with its field', async () => {
  const steps = encodeURIComponent(JSON.stringify([{ drain: { names: ['nowhere'] } }]));
  await lookedAt(browser, at(`/what-if?steps=${steps}&try=yes`), async (page) => {
    await page.getByRole('alert').getByText('WHAT_IF_INVALID').waitFor();
    expect(await page.getByRole('alert').getByText('nowhere').count()).toBeGreaterThan(0);
  });
});

test('a taint, a label and a profile are forms, and a step is changed where the service says it is wrong', async () => {
  await lookedAt(browser, at('/what-if'), async (page) => {
    const add = async (kind: string, fields: Readonly<Record<string, string>>): Promise<void> => {
      await choose(page, 'Step', kind);
      for (const [label, text] of Object.entries(fields))
        await page.getByRole('textbox', { name: label, exact: true }).fill(text);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
    };
    await add('taint nodes', { Nodes: 'a', with: 'gpu=yes:Never' });
    await add('label nodes', { Nodes: 'a', with: 'zone=z1 old-' });
    await add('change a profile', { 'A profile, as YAML or JSON': 'a: b\nc' });
    await page.locator('[aria-invalid=true]').waitFor();
    const profile = [
      'schedulerName: default-scheduler',
      'pluginConfig:',
      '- {name: NodeResourcesFit, args: {scoringStrategy: {type: X}}}',
    ].join('\n');
    await page.getByRole('textbox', { name: 'A profile, as YAML or JSON' }).fill(profile);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    const steps = page.getByRole('list', { name: 'Steps to try' }).getByRole('listitem');
    await steps.first().getByText('taint.add.0.effect').waitFor();
    await page.getByRole('button', { name: 'Change step 1' }).click();
    await page.locator('input[name=add][aria-invalid=true]').waitFor();
    expect(await page.getByLabel('with', { exact: true }).inputValue()).toBe('gpu=yes:Never');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('with', { exact: true }).fill('gpu=yes:NoSchedule');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await steps.nth(2).getByText('scoringStrategy.type').waitFor();
    await page.getByRole('button', { name: 'Change step 3' }).click();
    await page.locator('textarea[aria-invalid=true]').fill(profile.replace('X', 'MostAllocated'));
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await steps.first().getByText('1 tainted').waitFor();
  });
});

test('an answer is kept for an hour under its own address, and after that it is said to have expired', async () => {
  await lookedAt(browser, at(`/what-if?steps=${STEPS}&try=yes`), async (page) => {
    await page.getByRole('link', { name: 'This very answer' }).click();
    await page.getByText('Found out on the cluster as it was at').waitFor();
    await page.getByRole('row', { name: /default\/report scheduled big-1/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
  await lookedAt(browser, at(`/what-if?steps=${STEPS}&found=00000000-0000-4000-8000-000000000000`), async (page) => {
    await page.getByText('This answer has expired').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Try the steps again' }).click();
    await page.getByText('1 selected, 1 scheduled').waitFor();
  });
});

test('steps that are too long for an address are kept in the tab', async () => {
  await lookedAt(browser, at('/what-if'), async (page) => {
    await choose(page, 'Step', 'import manifests');
    await page
      .getByRole('textbox', { name: /^Manifests/ })
      .fill(`# ${'long '.repeat(2_000)}\n${JSON.stringify(pod('long'))}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const step = page.getByRole('list', { name: 'Steps to try' }).getByText('import manifests', { exact: true });
    await step.and(page.locator('strong')).waitFor();
    expect(page.url().length).toBeLessThan(300);
    await page.reload();
    await step.and(page.locator('strong')).waitFor();
  });
  await lookedAt(browser, at('/what-if?steps=~elsewhere'), async (page) => {
    await page.getByText('These steps are in another tab').waitFor();
  });
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['fits', { 'Pods or workloads': JSON.stringify(pod('tiny')) }, 'fits'],
  ['howMany', { 'Pods or workloads': JSON.stringify(pod('tiny')) }, '4 more copies fit'],
  ['drain', { Nodes: 'a' }, 'Node a can be drained'],
  ['loss', { Label: 'zone' }, 'zone'],
  ['nodesNeeded', {}, 'makes room for 1 pod'],
  ['repack', {}, ''],
])('the question %s is a form, and its answer a sentence', async (question, fields, wanted) => {
  await lookedAt(browser, at(`/what-if?ask=${question}`), async (page) => {
    for (const [label, text] of Object.entries(fields))
      await page.getByRole('textbox', { name: label }).first().fill(text);
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.locator('.sentence').waitFor();
    expect(await page.locator('.sentence').textContent()).toContain(wanted);
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('the way over a fork: fork, make the steps there, compare, discard', async () => {
  const name = `${cluster}-try`;
  await lookedAt(browser, at(`/what-if?steps=${STEPS}`), async (page) => {
    await page.getByLabel('called').last().fill(name);
    await page.getByRole('button', { name: 'Fork' }).click();
    await page.getByText('This is a fork, from revision').waitFor();
    await page.getByRole('button', { name: 'Make the steps here' }).click();
    await page.getByText('schedule: done').waitFor();
    await page.getByRole('link', { name: 'Compare with it' }).click();
    await settled(page);
    await page.getByRole('row', { name: /default\/report no node big-1/ }).waitFor();
    await page.goto(at('/what-if', name));
    await page.getByLabel('may go').check();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('A fork is a separate cluster').waitFor();
  });
  await expect(revision(name)).rejects.toThrow();
  expect(await revision(cluster)).toBe('1');
});
