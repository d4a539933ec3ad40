import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ended } from '#test-programs';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { runScript } from './running.js';

let api: TestApi;
let folder: string;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start();
  folder = mkdtempSync(join(tmpdir(), 'berth-gate-'));
  cluster = await api.cluster(node('a'), pod('stuck', '64'));
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

function gate(...objects: readonly object[]): Promise<Ended> {
  writeFileSync(join(folder, 'app.yaml'), objects.map((one) => `---\n${JSON.stringify(one)}\n`).join(''));
  return runScript('gate.sh', [cluster, 'app.yaml'], { folder, url: api.url, key: api.key });
}

/** The gate leaves nothing behind: no fork, and the cluster as it was. */
afterEach(async () => {
  const { body } = await api.get('/v1/clusters').expect(200);
  expect(body.items).toMatchObject([{ name: cluster, revision: '1' }]);
});

test('pods that fit pass, whatever else is pending', async () => {
  expect(await gate(pod('web-1'), pod('web-2'))).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^2 scheduled in /),
  });
});

test('a pod that fits nowhere does not pass, and the gate says why', async () => {
  expect(await gate(pod('web'), pod('huge', '8'))).toMatchObject({
    code: 1,
    out: expect.stringMatching(/default\/huge +unschedulable +- +0\/1 nodes are available: 1 Insufficient cpu\./),
  });
});

test('nor does a manifest with a mistake', async () => {
  expect(await gate(pod('web', 'much'))).toMatchObject({ code: 1, err: expect.stringContaining('Pod default/web') });
});

test('without a pod there is nothing to hold up', async () => {
  expect(await gate(node('b'))).toMatchObject({ code: 0, out: 'no pod is new or changed\n' });
});
