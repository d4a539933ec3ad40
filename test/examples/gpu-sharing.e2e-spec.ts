import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runProgram } from '#test-programs';
import { parse } from 'yaml';
import { node, TestApi } from '../e2e/test-api.js';

const FOLDER = 'examples/gpu-sharing';
const GPU = 'alibabacloud.com/gpu-milli';

function pod(name: string, gpu: string): object {
  const resources = { requests: { cpu: '1', [GPU]: gpu }, limits: { [GPU]: gpu } };
  return {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' } },
    spec: { containers: [{ name: 'c', image: 'i', resources }] },
  };
}

test('the package stands its own tests', () => {
  const own = runProgram(process.execPath, ['--test'], { cwd: resolve(FOLDER) });
  expect([own.status, own.stdout]).toEqual([0, expect.stringMatching(/^# pass [1-9]\d/m)]);
});

test('with the profile of its README pods share GPUs, and one that fits on no device stays pending', async () => {
  const [, profile = ''] = /```yaml\n(.*?)```/s.exec(readFileSync(`${FOLDER}/README.md`, 'utf8')) ?? [];
  const api = await TestApi.start({ BERTH_PLUGINS: FOLDER });
  try {
    const gpus = { cpu: '32', memory: '64Gi', [GPU]: '2000' };
    const pods = [pod('a', '600'), pod('b', '300'), pod('c', '500'), pod('d', '600')];
    const cluster = await api.cluster(node('n', gpus), ...pods);
    await api
      .post(`/v1/clusters/${cluster}/profiles`)
      .send(parse(profile) as object)
      .expect(201);
    const run = await api.post(`/v1/clusters/${cluster}/runs`).send({ profile: 'gpu-sharing' }).expect(201);
    const decisions = await api.get(`/v1/clusters/${cluster}/decisions?run=${run.body.id}`).expect(200);
    const of = new Map<string, object>(
      (decisions.body.items as { readonly pod: { readonly name: string } }[]).map((one) => [one.pod.name, one]),
    );
    expect(['a', 'b', 'c'].map((name) => of.get(name))).toMatchObject(Array(3).fill({ node: 'n' }));
    // 600 are left, and no device has more than 500 of them.
    expect(of.get('d')).toMatchObject({
      outcome: 'unschedulable',
      rejections: [{ plugin: 'GpuSharing', code: 'Unschedulable', reason: 'node(s) had no GPU with 600/1000 left' }],
    });
    const refused = { schedulerName: 'x', plugins: { filter: { enabled: [{ name: 'GpuSharing' }] } } };
    const args = [{ name: 'GpuSharing', args: { policy: 'FGD' } }];
    const answer = await api.post(`/v1/clusters/${cluster}/profiles`).send({ ...refused, pluginConfig: args });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining('args.workload')]);
  } finally {
    await api.stop();
  }
});
