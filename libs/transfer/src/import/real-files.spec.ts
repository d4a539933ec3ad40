import { CALLER, chunksOf, kindNamed, scheduleAll, TestServices, valueOf } from '#test-services';
import type { Outcome } from '#requests';
import type { Manifest } from '#rows';
import type { ImportReport, OnError } from './index.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const run = (cluster: string, text: string, onError: OnError = 'abort'): Promise<Outcome<ImportReport>> =>
  services.imports.import(CALLER, { cluster, onError, manifests: chunksOf(text, 64) });
const stored = async (cluster: string, kind: string, name: string, namespace = ''): Promise<Manifest> =>
  valueOf(await services.objects.get(CALLER, { cluster, kind: kindNamed(kind), namespace }, name));
const warningsOf = ({ warnings }: ImportReport): string[] =>
  warnings.map(({ kind, name, field = '', message }) => `${kind} ${name} ${field}: ${message}`);

const NODE = `apiVersion: v1
kind: Node
metadata: {name: n1, labels: {kubernetes.io/hostname: n1}}
status: {capacity: {cpu: "4", memory: 8Gi, pods: "110"}}
`;

test('a StatefulSet that mounts claims of its own', async () => {
  const cluster = await services.clusterOf();
  const set = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: shop}
spec:
  serviceName: db
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      containers:
      - {name: c, image: i, volumeMounts: [{name: data, mountPath: /data}]}
  volumeClaimTemplates:
  - {metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}
`;
  expect(valueOf(await run(cluster, `${NODE}---\n${set}`))).toMatchObject({ created: 2, warnings: [] });
});

test('lists of nothing, as Go writes them', async () => {
  const cluster = await services.clusterOf();
  const nothing = '{"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "7"}, "items": null}';
  expect(await run(cluster, nothing)).toMatchObject({ refused: true, refusal: { kind: 'NothingToImport', total: 0 } });
  const text = `apiVersion: v1\nkind: NodeList\nitems: null\n---\n${NODE}`;
  expect(valueOf(await run(cluster, text))).toMatchObject({ created: 1 });
});

test('a list whose items share anchors', async () => {
  const cluster = await services.clusterOf();
  const text = `apiVersion: v1
kind: List
x-labels: &labels {zone: a}
items:
- apiVersion: v1
  kind: Node
  metadata: {name: n1, labels: *labels}
  status: {capacity: &cap {cpu: "4", memory: 8Gi, pods: "110"}, allocatable: *cap}
- apiVersion: v1
  kind: Node
  metadata: {name: n2, labels: *labels}
  status: {capacity: *cap}
`;
  expect(valueOf(await run(cluster, text))).toMatchObject({ created: 2 });
  expect(await stored(cluster, 'Node', 'n2')).toMatchObject({
    metadata: { labels: { zone: 'a' } },
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
  });
});

test('generateName alone is not enough', async () => {
  const cluster = await services.clusterOf();
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: task-}\nspec: {containers: [{name: c, image: i}]}\n';
  expect(await run(cluster, pod)).toMatchObject({
    refusal: {
      kind: 'ImportRejected',
      rejected: [{ field: 'metadata.name', message: expect.stringContaining('generateName alone is not enough') }],
    },
  });
});

describe('a redacted dump', () => {
  const hidden = `apiVersion: v1
kind: Node
metadata: {name: n1, uid: 30000000-0000-4000-8000-000000000009, labels: {kubernetes.io/hostname: n1}}
spec: {podCIDR: "***HIDDEN***/25", podCIDRs: ["***HIDDEN***/25"], providerID: "cloud://***HIDDEN***"}
status: {capacity: {cpu: "4", memory: 8Gi, pods: "110"}}
`;
  test('is imported, and what is left out of it is named', async () => {
    const cluster = await services.clusterOf();
    const report = valueOf(await run(cluster, hidden));
    expect(report).toMatchObject({ created: 1, rejected: [] });
    expect(warningsOf(report)).toEqual([
      expect.stringMatching(/^Node n1 spec.podCIDRs\[0\]: Invalid value: .* placement does not read the field/),
      expect.stringMatching(/^Node n1 spec.podCIDR: Invalid value: .* placement does not read the field/),
    ]);
    expect((await stored(cluster, 'Node', 'n1')).spec).toEqual({ providerID: 'cloud://***HIDDEN***' });
    expect(valueOf(await run(cluster, hidden))).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  });

  test('is refused for what placement reads; with skip the node stays without it', async () => {
    const cluster = await services.clusterOf();
    const labelled = hidden.replace('hostname: n1}', 'hostname: "***HIDDEN***", zone: a}');
    expect(await run(cluster, labelled)).toMatchObject({ refusal: { kind: 'ImportRejected' } });
    const report = valueOf(await run(cluster, labelled, 'skip'));
    expect(report).toMatchObject({ created: 1, rejected: [] });
    expect(warningsOf(report)).toContainEqual(
      expect.stringMatching(/^Node n1 metadata.labels\[kubernetes.io\/hostname\]: .* placement may differ$/),
    );
    expect((await stored(cluster, 'Node', 'n1')).metadata.labels).toEqual({ zone: 'a' });
  });

  test('of pods whose uids are blanked gives them uids of their own', async () => {
    const cluster = await services.clusterOf();
    const pod = (name: string): string =>
      `---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, uid: "***HIDDEN***"}\n` +
      'spec: {containers: [{name: c, image: i}]}\nstatus: {phase: Running}\n';
    const report = valueOf(await run(cluster, pod('a') + pod('b')));
    expect(report).toMatchObject({ created: 2, warningCount: 2 });
    expect(warningsOf(report)[0]).toContain('metadata.uid: "***HIDDEN***" is no uid: the object gets another one');
  });
});

describe('a node that says nothing of pods', () => {
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n';
  const node = (uid: string): string =>
    `apiVersion: v1\nkind: Node\nmetadata: {name: fake${uid}}\nstatus: {capacity: {cpu: "32", memory: 256Gi}}\n---\n`;

  test('takes none where it was observed', async () => {
    const cluster = await services.clusterOf();
    expect(valueOf(await run(cluster, node(', uid: u1') + pod))).toMatchObject({ created: 2, warnings: [] });
    const { decisions } = await scheduled(cluster);
    expect(decisions).toEqual(['0/1 nodes are available: 1 Too many pods.']);
  });

  test('takes as many as kubelets do by default where it was written by hand, and that is said', async () => {
    const cluster = await services.clusterOf();
    const report = valueOf(await run(cluster, node('') + pod));
    expect(warningsOf(report)).toEqual(['Node fake status.capacity.pods: not given: 110 is assumed, as kubelets do']);
    expect((await scheduled(cluster)).decisions).toEqual(['']);
    const changes = await services.rows(
      "SELECT admission IS NOT NULL AS said FROM changes WHERE cluster_id = $1 AND kind = 'Node'",
      [cluster],
    );
    expect(changes).toEqual([{ said: true }]);
  });

  async function scheduled(cluster: string): Promise<{ readonly decisions: readonly string[] }> {
    valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
    const rows = await services.rows<{ message: string }>('SELECT message FROM decisions WHERE cluster_id = $1', [
      cluster,
    ]);
    return { decisions: rows.map(({ message }) => message) };
  }
});

test('old versions are converted, and that is said', async () => {
  const cluster = await services.clusterOf();
  const text = `apiVersion: extensions/v1beta1
kind: ReplicaSet
metadata: {name: old, namespace: shop}
spec:
  template:
    metadata: {labels: {app: old}}
    spec: {containers: [{name: c, image: i}]}
`;
  const report = valueOf(await run(cluster, text));
  expect(warningsOf(report)).toEqual([
    'ReplicaSet old apiVersion: extensions/v1beta1 is an old version: converted to apps/v1; its selector is that of ' +
      'the labels of its template',
  ]);
  expect((await stored(cluster, 'ReplicaSet', 'old', 'shop')).spec).toMatchObject({
    selector: { matchLabels: { app: 'old' } },
  });
});

test('what kubectl describe prints is refused with what to import', async () => {
  const cluster = await services.clusterOf();
  const text = 'Name:         web-1\nNamespace:    shop\nPriority:     0\n';
  expect(await services.imports.import(CALLER, { cluster, onError: 'skip', manifests: chunksOf(text) })).toMatchObject({
    refusal: { kind: 'ManifestsUnreadable', message: expect.stringContaining('kubectl get -o yaml'), line: 1 },
  });
});
