import { CALLER, chunksOf, kindNamed, node, pod, TestServices, valueOf } from '#test-services';
import type { Outcome } from '#requests';
import type { ImportReport, ImportRequest } from './index.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

function run(
  cluster: string,
  manifests: string | readonly object[],
  options: Partial<ImportRequest> = {},
): Promise<Outcome<ImportReport>> {
  const text = typeof manifests === 'string' ? manifests : manifests.map((one) => JSON.stringify(one)).join('\n');
  return services.imports.import(CALLER, { cluster, onError: 'abort', manifests: chunksOf(text, 4096), ...options });
}

async function rejectedBy(outcome: Promise<Outcome<ImportReport>>): Promise<[number, string | undefined, string][]> {
  const found = await outcome;
  if (!found.refused || found.refusal.kind !== 'ImportRejected') throw new Error('it was not rejected');
  return found.refusal.rejected.map(({ index, field, message }) => [index, field, message]);
}

const warningsOf = ({ warnings }: ImportReport): string[] =>
  warnings.map(({ index, field = '', message }) => `${index} ${field}: ${message}`);
const misspelt = pod('p', {}, { nodeSelectors: { a: 'b' } });
const kinds = {
  scaler: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'd' } },
};

describe('fields that are unknown or stand twice', () => {
  const twice =
    'apiVersion: v1\nkind: Node\nmetadata: {name: a, labels: {a: "1", a: "2"}}\nstatus: {capacity: {pods: 9}}\n';
  const text = `${twice}---\n${JSON.stringify(misspelt)}\n`;
  const reported = [
    '0 metadata.labels.a: is given twice: the last one counts',
    '1 spec.nodeSelectors: unknown field, did you mean nodeSelector?',
  ];

  test('are named, and are not kept', async () => {
    const cluster = await services.clusterOf();
    const report = valueOf(await run(cluster, text));
    expect(warningsOf(report)).toEqual(reported);
    expect(report).toMatchObject({ created: 2, warningCount: 2 });
    const collection = (kind: string, namespace = '') => ({ cluster, kind: kindNamed(kind), namespace });
    expect(valueOf(await services.objects.get(CALLER, collection('Pod', 'default'), 'p')).spec).not.toHaveProperty(
      'nodeSelectors',
    );
    expect(valueOf(await services.objects.get(CALLER, collection('Node'), 'a')).metadata.labels).toEqual({ a: '2' });
  });

  test('abort the import where that is asked, even one that skips', async () => {
    const cluster = await services.clusterOf();
    for (const onError of ['abort', 'skip'] as const) {
      const rejected = await rejectedBy(run(cluster, text, { onUnknown: 'abort', onError }));
      expect(rejected.map(([index, field = '', message]) => `${index} ${field}: ${message}`)).toEqual(reported);
    }
    expect(await services.position(cluster)).toBe('0');
    expect(valueOf(await run(cluster, [pod('p')], { onUnknown: 'abort' }))).toMatchObject({ created: 1 });
  });

  test('of an object that is rejected are among what is wrong with it', async () => {
    const cluster = await services.clusterOf();
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { container: [{ name: 'a' }] } };
    expect(await rejectedBy(run(cluster, [object]))).toEqual([
      [0, 'spec.containers', 'Required value'],
      [0, 'spec.container', 'unknown field, did you mean containers?'],
    ]);
  });

  test('of very many objects a thousand are reported, and all are counted', async () => {
    const cluster = await services.clusterOf();
    const objects = Array.from({ length: 1_500 }, (_, index) => pod(`p${index}`, {}, { odd: 1 }));
    const { warnings, warningCount } = valueOf(await run(cluster, objects));
    expect(warningCount).toBe(1_500);
    expect(warnings).toHaveLength(1_001);
    expect(warnings.at(-1)).toMatchObject({ index: 999, message: 'and 500 more' });
  });
});

describe('kinds that are not kept', () => {
  test('are summed up, with what that means', async () => {
    const cluster = await services.clusterOf();
    const secret = { apiVersion: 'v1', kind: 'ComponentStatus', metadata: { name: 's' } };
    const application = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name: 'a' } };
    const report = valueOf(await run(cluster, [kinds.scaler, node('n'), kinds.scaler, secret, application]));
    expect(report).toMatchObject({ created: 1, ignoredCount: 4 });
    expect(report.ignoredKinds).toEqual([
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        count: 2,
        message:
          'kind CustomResourceDefinition of apiextensions.k8s.io/v1 is not kept: custom resources are not kept: ' +
          'import the pods that their controllers made',
      },
      expect.objectContaining({
        kind: 'ComponentStatus',
        count: 1,
        message: expect.stringContaining('does not matter'),
      }),
      expect.objectContaining({ kind: 'Application', message: expect.stringContaining('nothing is known here') }),
    ]);
  });

  test('a workload is kept as data, and no pods are made for it', async () => {
    const cluster = await services.clusterOf();
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec };
    const odd = { ...deployment, metadata: { name: 'e', uid: 'u-e' }, spec: { ...spec, replicas: -1 } };
    const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 's' }, data: { a: 'b' } };
    const report = valueOf(await run(cluster, [deployment, odd, settings]));
    expect(report).toMatchObject({ created: 3, ignoredCount: 0 });
    const collection = (kind: string) => ({ cluster, kind: kindNamed(kind), namespace: 'default' });
    const kept = valueOf(await services.objects.get(CALLER, collection('Deployment'), 'd'));
    expect(kept.spec).toMatchObject({ replicas: 1, strategy: { type: 'RollingUpdate' } });
    expect(valueOf(await services.objects.get(CALLER, collection('Deployment'), 'e')).spec).not.toHaveProperty(
      'replicas',
    );
    expect(valueOf(await services.objects.get(CALLER, collection('ConfigMap'), 's'))).toMatchObject({
      data: { a: 'b' },
    });
    expect(valueOf(await services.objects.list(CALLER, collection('Pod'), {})).items).toEqual([]);
  });

  test('abort the import where that is asked', async () => {
    const cluster = await services.clusterOf();
    expect(await rejectedBy(run(cluster, [node('n'), kinds.scaler], { onIgnored: 'abort' }))).toEqual([
      [1, undefined, expect.stringContaining('kind CustomResourceDefinition of apiextensions.k8s.io/v1 is not kept')],
    ]);
    expect(await services.position(cluster)).toBe('0');
  });

  test('and nothing else are nothing to import', async () => {
    const cluster = await services.clusterOf();
    expect(await run(cluster, [kinds.scaler])).toMatchObject({
      refusal: {
        kind: 'NothingToImport',
        total: 1,
        kinds: [expect.stringContaining('import the pods that their controllers made')],
        ignored: [{ index: 0, kind: 'CustomResourceDefinition' }],
      },
    });
  });

  test.each([
    ['v1', 'pod', 'kind pod of v1 is not kept, did you mean Pod?'],
    ['policy/v2', 'PodDisruptionBudget', /did you mean PodDisruptionBudget of policy\/v1\?/],
    ['serving.knative.dev/v1', 'Service', /not of Kubernetes itself/],
    ['v1', 'Config', /kubeconfig/],
    ['kustomize.config.k8s.io/v1beta1', 'Kustomization', /kubectl kustomize/],
  ])('%s %s', async (apiVersion, kind, message) => {
    const cluster = await services.clusterOf();
    const outcome = await run(cluster, [{ apiVersion, kind, metadata: { name: 'x' } }]);
    if (!outcome.refused || outcome.refusal.kind !== 'NothingToImport') throw new Error('it was imported');
    expect(outcome.refusal.kinds[0]).toMatch(message);
  });
});

describe('a dry run', () => {
  test('answers what the import then does, and leaves nothing behind', async () => {
    const cluster = await services.clusterOf(node('a'), node('b'));
    const before = await services.position(cluster);
    const objects = [node('a', { cpu: '8' }), node('b'), pod('p')];
    const idempotency = { key: 'dry', operation: 'import', request: {} };
    const dry = valueOf(await run(cluster, objects, { dryRun: true, idempotency }));
    expect(dry).toMatchObject({ dryRun: true, revision: '1', created: 1, updated: 1, unchanged: 1 });
    expect(dry.changes).toEqual([
      { index: 0, apiVersion: 'v1', kind: 'Node', namespace: '', name: 'a', change: 'updated' },
      { index: 2, apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'p', change: 'created' },
    ]);
    expect(await services.position(cluster)).toBe(before);
    expect(await services.rows('SELECT FROM idempotency_keys')).toEqual([]);
    const { changes: _, ...counts } = dry;
    expect(valueOf(await run(cluster, objects))).toEqual({ ...counts, dryRun: false, revision: '2' });
  });

  test('is refused as the import would be', async () => {
    const cluster = await services.clusterOf();
    expect(await rejectedBy(run(cluster, [misspelt], { dryRun: true, onUnknown: 'abort' }))).toHaveLength(1);
  });
});

describe('what looks like a mistake is warned of', () => {
  const claiming = (name: string, spec: object = {}) =>
    pod(name, {}, { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }], ...spec });
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'default' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };

  test.each<[string, readonly object[], string[]]>([
    [
      'the same object twice',
      [node('a'), pod('a'), node('a', { cpu: '1' })],
      ['2 metadata.name: object 0 of the input is the same one: this one, object 2, comes later and counts'],
    ],
    [
      'half a byte of memory',
      [pod('p', { memory: '500m', cpu: '500m' })],
      [
        '0 spec.containers[0].resources.requests[memory]: 500m of memory is 0.5 bytes (m is a thousandth), ' +
          'did you mean 500Mi?',
      ],
    ],
    [
      'a claim that is not there',
      [claiming('p')],
      [
        '0 spec.volumes[0].persistentVolumeClaim.claimName: claim "data" is not there, ' +
          'and the pod stays pending until it is',
      ],
    ],
    ['a claim that comes later', [claiming('p'), claim], []],
  ])('%s', async (_, objects, reported) => {
    expect(warningsOf(valueOf(await run(await services.clusterOf(), objects)))).toEqual(reported);
  });
});

describe('what is no manifest is reported as what it is', () => {
  test.each([
    [{ replicaCount: 1, image: {} }, /values of a Helm chart; import what helm template prints/],
    [{ resources: ['a.yaml'] }, /kustomization; import what kubectl kustomize prints/],
    [{ apiVersion: 'v2', name: 'chart' }, /Chart.yaml of a Helm chart/],
    [{ services: { a: {} } }, /Compose file/],
  ])('%j', async (object, message) => {
    const rejected = await rejectedBy(run(await services.clusterOf(), [object]));
    expect(rejected.find(([, field]) => field === 'kind')?.[2]).toMatch(message);
  });
});
