import { readFileSync } from 'node:fs';
import { node, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

const SMALL = { cpu: '2', memory: '4Gi' };

/** Three small nodes, and a class that makes volumes. */
function smallCluster(): Promise<string> {
  return api.cluster(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'berth' } },
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'files', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'example.com/files',
    },
    ...['a', 'b', 'c'].map((name) => node(name, SMALL)),
  );
}

test.each(['deploy/kubernetes/berth.yaml', 'deploy/mirror.yaml'])(
  '%s: every kind and field is known, and its pods fit on three small nodes, also in a rollout',
  async (file) => {
    const path = `/v1/clusters/${await smallCluster()}/questions/fits`;
    const { body } = await api
      .post(path)
      .send({ manifests: readFileSync(file, 'utf8') })
      .expect(200);
    expect(body).toMatchObject({ fits: true });
    const { assumed: _, ...findings } = (body.findings ?? {}) as Record<string, string[]>;
    expect(Object.values(findings).flat()).toEqual([]);
  },
);
