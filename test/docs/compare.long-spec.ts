import { runDemo } from '#demo';
import { JobRunner } from '#jobs';
import { TestApi } from '../e2e/test-api.js';
import { Reader } from './reader.js';

const UNSEEN = { importing: () => undefined, scheduling: () => undefined };

let api: TestApi;
let reader: Reader;
beforeAll(async () => {
  api = await TestApi.start();
  await api.app.get(JobRunner).start();
  reader = new Reader(api, api.key);
});
afterAll(async () => {
  reader.leave();
  await api.stop();
});

/** Its numbers are of the whole demo: 8,152 pods, placed by either profile, once for each seed. */
test('docs/compare.md, beside the demo', async () => {
  await reader.firstWalk();
  await runDemo(api.client, 'demo', UNSEEN);
  await reader.read('docs/compare.md');
});
