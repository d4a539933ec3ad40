import {
  AskedQuestions,
  CALLER,
  deployment,
  LARGE,
  named,
  node,
  pod,
  quota,
  type TestServices,
  textOf,
  valueOf,
} from '#test-services';

let questions: AskedQuestions;
let services: TestServices;
beforeAll(async () => {
  questions = await AskedQuestions.create();
  ({ services } = questions);
});
afterAll(() => questions.drop());

const fits: AskedQuestions['fits'] = (...of) => questions.fits(...of);
const ask: AskedQuestions['ask'] = (...of) => questions.ask(...of);

describe('quotas and ranges of limits', () => {
  test('a quota refuses pods, and says for which resource', async () => {
    const cluster = await services.clusterOf(node('a', LARGE), quota({ pods: '3', 'requests.cpu': '2' }));
    const answer = await fits(cluster, deployment({ replicas: 10 }));
    expect(answer).toMatchObject({
      fits: false,
      reasons: [{ pods: 7, message: 'exceeded quota: team, requested: pods=1, used: pods=3, limited: pods=3' }],
      sentence: expect.stringMatching(/^It does not fit: 7 of 10 pods are refused\. exceeded quota: team,/),
      findings: { refused: [{ kind: 'Deployment', namespace: 'default', name: 'web', pods: 7 }], overQuota: [] },
    });
    expect(answer.pods.map(({ outcome }) => outcome)).toEqual(['scheduled', 'scheduled', 'scheduled']);
  });

  test('what is used already counts, and what goes does not', async () => {
    const there = ['p', 'q'].map((name) => pod(name, { cpu: '1' }, { nodeName: 'a' }));
    const cluster = await services.clusterOf(node('a', LARGE), quota({ pods: '3' }), ...there);
    const steps = [
      { import: { manifests: textOf(pod('r'), pod('s')) } },
      { deletePods: { names: ['default/p'] } },
      { import: { manifests: textOf(pod('t')) } },
    ];
    const { answer } = valueOf(await questions.whatIfs.whatIf(CALLER, cluster, { steps, traces: false }));
    expect(answer.findings?.refused.map(({ name, pods }) => [name, pods])).toEqual([['s', 1]]);
  });

  test('so many copies fit as the quota allows', async () => {
    const cluster = await services.clusterOf(node('a', LARGE), quota({ 'requests.cpu': '5' }), pod('p', { cpu: '1' }));
    const templates = [{ manifests: textOf(deployment({ replicas: 2 })), count: 1 }];
    expect(await ask(cluster, 'how-many', { templates, most: 100 })).toMatchObject({
      copies: 4,
      stoppedBy: { message: expect.stringMatching(/^exceeded quota: team, requested: requests.cpu=500m, used: /) },
    });
  });

  test('a range of limits forbids pods', async () => {
    const range = named('v1', 'LimitRange', 'limits', {
      spec: { limits: [{ type: 'Container', max: { cpu: '100m' } }] },
    });
    const cluster = await services.clusterOf(node('a', LARGE), range);
    const answer = await fits(cluster, deployment({ replicas: 2 }));
    expect(answer).toMatchObject({
      fits: false,
      pods: [],
      findings: {
        refused: [{ pods: 2, message: expect.stringContaining('must be less than or equal to cpu limit of 100m') }],
      },
    });
  });
});

test('fields that are unknown, kinds that are not read and references to nothing are said', async () => {
  const cluster = await services.clusterOf(node('a', LARGE));
  const { findings } = await fits(
    cluster,
    deployment({ replica: 5 }, { nodeSelectors: {} }),
    named('argoproj.io/v1alpha1', 'Rollout', 'web'),
    named('v1', 'ComponentStatus', 'web'),
    pod('p', {}, { priorityClassName: 'none' }),
  );
  expect(findings).toMatchObject({
    refused: [{ kind: 'Pod', name: 'p', pods: 1, message: 'no PriorityClass with name none was found' }],
    unknownFields: [
      { index: 0, kind: 'Deployment', field: 'spec.replica', message: 'unknown field, did you mean replicas?' },
      { field: 'spec.template.spec.nodeSelectors' },
    ],
    warnings: [],
    ignored: [
      { kind: 'Rollout', count: 1, matters: true },
      { kind: 'ComponentStatus', count: 1, matters: false },
    ],
  });
});

describe('objects of a namespace that is not there', () => {
  const shop = (object: object, more: object = {}): object => {
    const { metadata } = object as { readonly metadata: object };
    return { ...object, metadata: { ...metadata, ...more, namespace: 'shop' } };
  };
  const namespace = (name: string): object => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const given = [shop(pod('p')), shop(deployment({ replicas: 2 }))];
  const said = 'namespace "shop" is not there: the API server refuses this object and 1 more';

  test.each([
    ['are said where the cluster has namespaces of its own', [namespace('other')], given, [said]],
    ['that come with their namespace are not', [namespace('other')], [...given, namespace('shop')], []],
    ['in a cluster without any are not', [], given, []],
    ['that were observed are not', [namespace('other')], [shop(pod('p'), { uid: 'u' })], []],
  ])('%s', async (_case, there, manifests, messages) => {
    const cluster = await services.clusterOf(node('a', LARGE), ...there);
    const { findings, fits: fit } = await fits(cluster, ...manifests);
    expect([fit, findings?.warnings.map(({ message }) => message) ?? []]).toEqual([true, messages]);
  });
});

describe('volumes', () => {
  const claim = (name: string, spec: object = {}): object =>
    named('v1', 'PersistentVolumeClaim', name, {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '3Gi' } }, ...spec },
    });
  const storageClass = (name: string, volumeBindingMode: string, more: object = {}): object =>
    named('storage.k8s.io/v1', 'StorageClass', name, { provisioner: 'csi.example', volumeBindingMode, ...more });
  const disk = named('v1', 'PersistentVolume', 'disk', {
    spec: {
      storageClassName: 'manual',
      capacity: { storage: '10Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/d' },
    },
  });
  const claiming = (name: string, ...claims: readonly string[]): object =>
    pod(name, {}, { volumes: claims.map((one) => ({ name: one, persistentVolumeClaim: { claimName: one } })) });

  test.each<readonly [string, readonly object[], readonly string[]]>([
    [
      'a volume and its claim',
      [disk, claim('data', { storageClassName: 'manual' }), claiming('p', 'data')],
      ['the volume disk is bound to the claim default/data'],
    ],
    [
      'a class that does not wait',
      [claim('data', { storageClassName: 'now' }), claiming('p', 'data')],
      ['the class now makes a volume for the claim default/data'],
    ],
    [
      'an ephemeral volume',
      [
        pod(
          'p',
          {},
          {
            volumes: [
              {
                name: 's',
                ephemeral: {
                  volumeClaimTemplate: {
                    spec: {
                      accessModes: ['ReadWriteOnce'],
                      storageClassName: 'later',
                      resources: { requests: { storage: '1Gi' } },
                    },
                  },
                },
              },
            ],
          },
        ),
      ],
      ['the claim default/p-s of an ephemeral volume is made with its pod'],
    ],
  ])('%s: the controllers are assumed to do their work', async (_, objects, assumed) => {
    const cluster = await services.clusterOf(
      node('a'),
      storageClass('now', 'Immediate'),
      storageClass('later', 'WaitForFirstConsumer'),
    );
    expect(await fits(cluster, ...objects)).toMatchObject({ fits: true, findings: { assumed } });
    const asked = { steps: [{ import: { manifests: textOf(...objects) } }, { schedule: SCHEDULE }], traces: false };
    const { answer } = valueOf(await questions.whatIfs.whatIf(CALLER, cluster, asked));
    expect(answer.steps[1]?.counts).toEqual({ selected: 1, scheduled: 1 });
  });

  test.each([
    ['no class', claim('data', { storageClassName: '' })],
    ['a class that is not there', claim('data', { storageClassName: 'none' })],
    [
      'no volume that is large enough',
      claim('data', { storageClassName: 'manual', resources: { requests: { storage: '50Gi' } } }),
    ],
  ])('%s: nothing is assumed', async (_, data) => {
    const cluster = await services.clusterOf(node('a'));
    expect(await fits(cluster, disk, data, claiming('p', 'data'))).toMatchObject({
      fits: false,
      reasons: [{ message: expect.stringContaining('unbound immediate PersistentVolumeClaims') }],
    });
  });

  test('pods that share a claim go where its volume is reached', async () => {
    const csiNode = (name: string): object =>
      named('storage.k8s.io/v1', 'CSINode', name, {
        metadata: { name },
        spec: { drivers: [{ name: 'csi.example', nodeID: name, topologyKeys: ['zone'] }] },
      });
    const zoned = (name: string, zone: string): object => ({
      ...node(name, { cpu: '1', memory: '8Gi', pods: '10' }),
      metadata: { name, labels: { zone } },
    });
    const cluster = await services.clusterOf(
      ...['a', 'b', 'c'].map((name, index) => zoned(name, index < 2 ? 'x' : 'y')),
      ...['a', 'b', 'c'].map(csiNode),
      storageClass('later', 'WaitForFirstConsumer'),
    );
    const data = claim('data', { storageClassName: 'later', accessModes: ['ReadWriteMany'] });
    const shares = (name: string): object => ({
      ...claiming(name, 'data'),
      spec: {
        containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }],
        volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }],
      },
    });
    const { pods } = await fits(cluster, data, ...['p', 'q', 'r'].map(shares));
    expect(pods.map(({ node: on }) => on)).toEqual(['a', 'b', null]);
  });
});

const SCHEDULE = { pods: {}, tieBreak: 'first', seed: 0n, preemption: 'nominate' } as const;

describe('DaemonSets on new nodes', () => {
  const agent = (name: string, on: string, more: object = {}): object => ({
    ...pod(name, { cpu: '500m' }, { nodeName: on, tolerations: [{ operator: 'Exists' }], ...more }),
    metadata: {
      name,
      namespace: 'default',
      labels: { app: 'agent' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'u', controller: true }],
    },
  });
  const shape = (labels: object = {}): object => ({
    name: 'std',
    price: 1,
    node: { metadata: { labels }, status: { capacity: { cpu: '2', memory: '4Gi', pods: '110' } } },
  });
  const wanted = ['w', 'x'].map((name) => pod(name, { cpu: '1' }));
  const needed = (cluster: string, more: object = {}) =>
    ask(cluster, 'nodes-needed', { shapes: [shape()], mostNodes: 10, trials: 50, ...more });
  const full = (name: string): object => node(name, { cpu: '500m', memory: '4Gi', pods: '110' });

  test('what is known by its pods runs on them', async () => {
    const cluster = await services.clusterOf(full('a'), agent('agent-aaaaa', 'a'), ...wanted);
    const answer = await needed(cluster);
    expect(answer).toMatchObject({ mix: [{ shape: 'std', count: 2 }], proven: true, pods: { asked: 2 } });
    expect(answer.findings?.assumed).toEqual([
      'the DaemonSet default/agent, which is known by its pods, runs a pod on each new node',
    ]);
  });

  test('so does what comes with the question, once', async () => {
    const cluster = await services.clusterOf(full('a'), agent('agent-aaaaa', 'a'), ...wanted);
    const manifests = textOf(
      named('apps/v1', 'DaemonSet', 'agent', {
        spec: {
          selector: { matchLabels: { app: 'agent' } },
          template: {
            metadata: { labels: { app: 'agent' } },
            spec: {
              tolerations: [{ operator: 'Exists' }],
              containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '500m' } } }],
            },
          },
        },
      }),
    );
    expect(await needed(cluster, { manifests })).toMatchObject({ mix: [{ count: 2 }], pods: { asked: 2 } });
  });

  test('one that runs on nodes of a kind runs on new nodes of that kind', async () => {
    const special = { ...full('a'), metadata: { name: 'a', labels: { gpu: 'yes' } } };
    const cluster = await services.clusterOf(special, full('b'), agent('agent-aaaaa', 'a'), ...wanted);
    expect(await needed(cluster)).toMatchObject({ mix: [{ count: 1 }] });
    expect(await needed(cluster, { shapes: [shape({ gpu: 'no' })] })).toMatchObject({ mix: [{ count: 2 }] });
  });

  test('what the cluster keeps runs on the nodes that it asks for, whether it has pods or not', async () => {
    const terms = [{ matchExpressions: [{ key: 'gpu', operator: 'In', values: ['yes'] }] }];
    const daemon = (cpu: string, more: object = {}): object => ({
      selector: { matchLabels: { app: 'agent' } },
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }], ...more },
      },
    });
    const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
    const cluster = await services.clusterOf(
      full('a'),
      named('apps/v1', 'DaemonSet', 'agent', { spec: daemon('500m', { affinity: { nodeAffinity: required } }) }),
      agent('agent-aaaaa', 'a', { nodeSelector: { gpu: 'yes' } }),
      ...wanted,
    );
    expect(await needed(cluster)).toMatchObject({ mix: [{ count: 1 }] });
    const answer = await needed(cluster, { shapes: [shape({ gpu: 'yes' })] });
    expect(answer).toMatchObject({ mix: [{ count: 2 }], proven: true });
    expect(answer.findings?.assumed).toEqual(['the DaemonSet default/agent runs a pod on each new node']);
  });

  test('pods that no scheduler tries are left out, and that is said', async () => {
    const cluster = await services.clusterOf(full('a'));
    const manifests = textOf(pod('gated', { cpu: '1' }, { schedulingGates: [{ name: 'example.com/wait' }] }));
    const { sentence, findings } = await needed(cluster, { manifests });
    expect(sentence).toBe('No node is needed: no pod waits for one.');
    expect(findings?.ignored).toMatchObject([{ kind: 'Pod', count: 1, matters: true }]);
  });

  test('fields of a shape that no node has are reported', async () => {
    const cluster = await services.clusterOf(full('a'));
    const { node: added } = shape() as { node: Record<string, unknown> };
    const misspelt = { ...added, spec: { taint: [] } };
    const reported = [{ kind: 'Node', name: 'std', field: 'spec.taint' }];
    const answer = await needed(cluster, { shapes: [{ ...shape(), node: misspelt }] });
    expect(answer.findings?.unknownFields).toMatchObject(reported);
    const steps = [{ addNodes: { count: 2, node: misspelt } }];
    const { answer: what } = valueOf(await questions.whatIfs.whatIf(CALLER, cluster, { steps, traces: false }));
    expect(what.findings?.unknownFields).toMatchObject([{ kind: 'Node', field: 'spec.taint' }]);
  });

  test('added nodes have its pods too', async () => {
    const cluster = await services.clusterOf(full('a'), agent('agent-aaaaa', 'a'));
    const { node: added } = shape() as { node: Record<string, unknown> };
    const steps = [{ addNodes: { count: 2, node: added } }, { schedule: SCHEDULE }];
    const { answer } = valueOf(await questions.whatIfs.whatIf(CALLER, cluster, { steps, traces: false }));
    expect(answer.steps.map(({ counts }) => counts)).toEqual([
      { added: 2, podsAdded: 2 },
      { selected: 2, scheduled: 2 },
    ]);
  });
});

test('nothing new comes into a namespace that is on its way out', async () => {
  const leaving = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'leaving' },
    status: { phase: 'Terminating' },
  };
  const cluster = await services.clusterOf(node('a', LARGE), leaving);
  const there = { ...pod('p'), metadata: { name: 'p', namespace: 'leaving' } };
  expect((await fits(cluster, there)).findings?.warnings).toMatchObject([
    { message: 'namespace "leaving" is being terminated: the API server refuses this object' },
  ]);
});

describe('ServiceAccounts', () => {
  const account = (name: string): object => named('v1', 'ServiceAccount', name);
  const missing = { pods: 2, message: 'error looking up service account default/web: serviceaccount "web" not found' };
  const using = deployment({ replicas: 2 }, { serviceAccountName: 'web' });

  test('pods that name one that is not there are not created', async () => {
    const cluster = await services.clusterOf(node('a', LARGE));
    expect(await fits(cluster, using)).toMatchObject({ fits: false, pods: [], findings: { refused: [missing] } });
    expect(await fits(cluster, using, account('web'))).toMatchObject({ fits: true, pods: [{}, {}] });
    expect(await fits(cluster, deployment({ replicas: 2 }))).toMatchObject({ fits: true });
  });

  test('a new template of pods that run is not rolled out without it', async () => {
    const running = {
      ...pod('web-5d4f-x', { cpu: '500m' }, { nodeName: 'a' }),
      metadata: {
        name: 'web-5d4f-x',
        namespace: 'default',
        labels: { app: 'web', 'pod-template-hash': '5d4f' },
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5d4f', uid: 'set', controller: true },
        ],
      },
    };
    const cluster = await services.clusterOf(node('a', LARGE), running);
    expect((await fits(cluster, using)).findings?.refused).toMatchObject([missing]);
  });

  test('one that pods of the cluster use is there, and of a cluster without any nothing is known', async () => {
    const user = pod('p', {}, { nodeName: 'a', serviceAccountName: 'web' });
    const used = await services.clusterOf(node('a', LARGE), user);
    expect(await fits(used, using)).toMatchObject({
      fits: true,
      findings: { assumed: ['ServiceAccount default/web is there, as pods of the cluster use it'] },
    });
    const alone = valueOf(await services.clusters.create(CALLER, { name: 'alone', controllers: 'none' })).id;
    valueOf(await services.import(alone, [node('a', LARGE)]));
    const unknown = { kind: 'ServiceAccount', count: 1, matters: true };
    expect(await fits(alone, using)).toMatchObject({ fits: true, findings: { ignored: [unknown], refused: [] } });
    valueOf(await services.import(alone, [account('other')]));
    expect((await fits(alone, using)).findings?.refused).toMatchObject([missing]);
  });
});
