import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { berth } from '../e2e/berth-command.js';
import { TestApi } from '../e2e/test-api.js';
import { CLUSTER, FAILING, PASSING } from './gate-manifests.js';
import { runScript } from './running.js';

let api: TestApi;
let folder: string;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  folder = mkdtempSync(join(tmpdir(), 'berth-gate-'));
  cluster = await api.cluster(...CLUSTER);
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

/** The gate leaves the cluster as it was. */
afterEach(async () => {
  const { body } = await api.get('/v1/clusters').expect(200);
  expect(body.items).toMatchObject([{ name: cluster, revision: '1' }]);
});

function written(manifests: readonly (object | string)[]): string {
  const path = join(folder, 'app.yaml');
  const texts = manifests.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  writeFileSync(path, texts.map((text) => `---\n${text}\n`).join(''));
  return path;
}

const asked = (line: string) =>
  berth(line, { environment: { BERTH_URL: api.url, BERTH_KEY: api.key, BERTH_CLUSTER: cluster } });

test.each([...FAILING, ...PASSING])('%s: exit code %i', async (_, code, manifests) => {
  const ran = await asked(`whatif --file ${written(manifests)}`);
  expect(ran).toMatchObject({ code });
});

test('the script is that command, and says why', async () => {
  const [, , manifests] = FAILING[0] ?? ['', 0, []];
  written(manifests);
  const gate = { folder, url: api.url, key: api.key };
  expect(await runScript('gate.sh', [cluster, 'app.yaml'], gate)).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /unschedulable +- +0\/2 nodes are available: [^]*what if: 19 of 500 pods would have a node/,
    ),
  });
});

test('files and folders are one input, in any form', async () => {
  mkdirSync(join(folder, 'deploy'), { recursive: true });
  writeFileSync(join(folder, 'deploy/a.json'), JSON.stringify(PASSING[0]?.[2][0]));
  writeFileSync(join(folder, 'deploy/b.yaml'), 'apiVersion: v1\nkind: Pod\nmetadata: {name: b}\nspec: {speck: 1}\n');
  expect(await asked(`whatif --file ${join(folder, 'deploy')} ${written(PASSING[1]?.[2] ?? [])}`)).toMatchObject({
    code: 3,
    err: expect.stringMatching(/deploy\/b\.yaml: Pod b \(object 1\): \/spec\/containers: Required value/),
  });
});

test('what is relaxed is named', async () => {
  const [, , manifests] = FAILING.find(([name]) => name === 'a Rollout of 900') ?? ['', 0, []];
  const ran = await asked(`whatif --fail-on unschedulable,quota --file ${written(manifests)}`);
  expect([ran.code, ran.err]).toEqual([
    0,
    'ignored: 1 object: kind Rollout of argoproj.io/v1alpha1 is not kept: nothing is known here of kinds that are ' +
      'not of Kubernetes itself; not judged',
  ]);
  expect(ran.out).toContain(
    'not a condition (--fail-on): nominated, error, gated, skipped, unknown-fields, ignored, warnings',
  );
});

test('pods that are refused are counted, also where no other pod comes', async () => {
  const [, , manifests] = FAILING.find(([name]) => name === 'a pod over the quota') ?? ['', 0, []];
  const ran = await asked(`whatif --file ${written(manifests)}`);
  expect(ran).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^1 pod would be refused, and no other pod is new or changed\nwhat if: 0 of 1 pod would have a node;/,
    ),
  });
});

test('kinds that need not be judged are named', async () => {
  const [, , manifests] = FAILING.find(([name]) => name === 'a Rollout of 900') ?? ['', 0, []];
  const ran = await asked(`whatif --allow-ignored Rollout,ServiceMonitor --file ${written(manifests)}`);
  expect(ran).toMatchObject({
    code: 0,
    out: expect.stringContaining('not judged (--allow-ignored): Rollout, ServiceMonitor'),
  });
});

test.each([
  ['fits', [1, 1, 0, 4, 3]],
  ['how-many', [1, 1, 0, 4, 3]],
])('%s has the same conditions', async (question, codes) => {
  const names = [
    'a field that is misspelt',
    'a Deployment over a range of limits',
    'a Deployment',
    'a Rollout of 900',
    'no YAML',
  ];
  const ran: number[] = [];
  for (const name of names) {
    const [, , manifests] = [...FAILING, ...PASSING].find((one) => one[0] === name) ?? ['', 0, []];
    const file = written(name === 'a Rollout of 900' ? [...manifests, ...(PASSING[0]?.[2] ?? [])] : manifests);
    ran.push((await asked(`ask ${question} --file ${file}`)).code);
  }
  expect(ran).toEqual(codes);
});
