import { randomUUID } from 'node:crypto';
import { ObservationDriver } from '#scheduling';
import type { Browser } from 'playwright-core';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { axeFindingsInBothSchemes } from './accessibility.js';
import { sharedBrowser } from './browser.js';
import { choose } from './choose.js';
import { lookedAt } from './looked-at.js';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await TestApi.start();
  await api.doJobs();
  browser = await sharedBrowser();
});

afterAll(async () => {
  await api.stop();
});

async function living(): Promise<string> {
  const name = `living-${randomUUID().slice(0, 8)}`;
  await api.client.post('/v1/clusters', { body: { name, clock: { mode: 'virtual', now: '2026-01-05T00:00:00Z' } } });
  const path = { params: { path: { cluster: name } } };
  const objects = [node('n', { cpu: '4', memory: '8Gi', pods: '10' }), pod('large', '6')];
  for (const body of objects) await api.client.post('/v1/clusters/{cluster}/import', { ...path, body: body as never });
  return name;
}

test('the time of a cluster passes, and a pod that finds no node waits in its queue', async () => {
  const cluster = await living();
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/clock`, async (page) => {
    await page.getByText('stands still').waitFor();
    await page.getByText('05 Jan 2026, 00:00:00 UTC').waitFor();
    await page.getByRole('button', { name: '+ 10m' }).click();
    await page.getByText('05 Jan 2026, 00:10:00 UTC').waitFor();
    await page.getByRole('textbox', { name: 'Advance by' }).fill('1h');
    await page.keyboard.press('Enter');
    await page.getByText('05 Jan 2026, 01:10:00 UTC').waitFor();
    await page.getByRole('grid', { name: 'pods' }).getByText('default/large').waitFor();
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Advance by' }).fill('soon');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
  });
});

test('a mirror: how far behind it is, and how often the scheduler there decides otherwise', async () => {
  const cluster = `real-${randomUUID().slice(0, 8)}`;
  await api.client.post('/v1/clusters', { body: { name: cluster, controllers: 'none' } });
  const send = async (sequence: number, events: readonly object[]): Promise<void> => {
    const answer = await api
      .post(`/v1/clusters/${cluster}/mirror?stream=s&sequence=${sequence}&source=its-source`)
      .set('content-type', 'application/x-ndjson')
      .send(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    expect(answer.status).toBe(200);
  };
  const seen = (object: object, resourceVersion: string, more: object = {}): object => {
    const { metadata, ...rest } = object as { readonly metadata: object };
    return { ...rest, ...more, metadata: { ...metadata, uid: 'u', resourceVersion } };
  };
  const waiting = pod('p') as { readonly spec: object };
  const bound = { spec: { ...waiting.spec, nodeName: 'n' } };
  await send(0, []);
  await send(1, [
    { type: 'ADDED', object: seen(node('n', { cpu: '4', memory: '8Gi', pods: '10' }), '7') },
    { type: 'ADDED', object: seen(waiting, '8') },
  ]);
  await send(2, [{ type: 'MODIFIED', object: seen(waiting, '9', bound) }]);
  api.app.get(ObservationDriver).start();
  await lookedAt(browser, `${api.url}/ui/clusters/${cluster}/mirror`, async (page) => {
    await page.getByText('its-source').waitFor();
    await page.getByText(/ behind$/).waitFor();
    await page.getByRole('heading', { name: '100.0 % of decisions agree' }).waitFor();
    await page.getByRole('grid', { name: 'decisions' }).getByText('default/p').waitFor();
    expect(await axeFindingsInBothSchemes(page)).toEqual([]);
    await choose(page, 'Agreement', 'differs');
    await page.getByText('There are no such decisions').waitFor();
  });
});
