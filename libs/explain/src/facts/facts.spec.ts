import { defaultProfile, placedPod, Snapshot, type ClusterObjects, type Node, type Pod } from '#scheduler';
import { DEFAULT_COSTS } from '../why-not/costs.js';
import { whyNot, type WhyNotInput } from '../why-not/why-not.js';

const profile = defaultProfile();
const node = (name: string, labels: object = {}, spec: object = {}): Node => ({
  metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
  spec,
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } },
});
const pod = (name: string, spec: object = {}, metadata: object = {}): Pod => ({
  metadata: { name, namespace: 'shop', uid: name, ...metadata },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }], ...spec },
});

interface Given extends Partial<Pick<WhyNotInput, 'mayName' | 'standing'>> {
  readonly nodes?: readonly Node[];
  readonly bound?: readonly Pod[];
  readonly objects?: ClusterObjects;
}

/** The answer for the pod and the first node. */
function asked(incoming: Pod, { nodes = [node('n1')], bound = [], objects = {}, ...rest }: Given = {}) {
  const snapshot = new Snapshot(objects);
  for (const one of nodes) snapshot.addNode(one);
  for (const one of bound) snapshot.addPod(placedPod(one), snapshot.rowOf(one.spec?.nodeName ?? '') ?? 0);
  const manifests = new Map(bound.map((one) => [one.metadata?.uid ?? '', one]));
  return whyNot({ snapshot, profile, pod: incoming, row: 0, costs: DEFAULT_COSTS, manifests, ...rest });
}

const factsOf = (...given: Parameters<typeof asked>): readonly string[] => [
  ...new Set(asked(...given).failures.flatMap(({ facts }) => facts)),
];

describe('claims', () => {
  const claim = (spec: object, metadata: object = {}): object => ({
    metadata: { name: 'data', namespace: 'shop', ...metadata },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  });
  const volume = (spec: object = {}): object => ({
    metadata: { name: 'vol-a' },
    spec: { capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'manual', ...spec },
    status: { phase: 'Available' },
  });
  const fast = (spec: object): object => ({ metadata: { name: 'fast' }, provisioner: 'csi.example.com', ...spec });
  const immediate = fast({ volumeBindingMode: 'Immediate' });
  const waits = { volumeBindingMode: 'WaitForFirstConsumer' };
  const capacity = { storageClassName: 'fast', nodeTopology: {}, capacity: '10Gi' };
  const driver = { metadata: { name: 'csi.example.com' }, spec: { storageCapacity: true } };
  const reported = { csiDrivers: [driver], csiStorageCapacities: [capacity] };
  const manual = { storageClassName: 'manual' };
  const asks = (storage: string, spec: object = manual): object =>
    claim({ ...spec, resources: { requests: { storage } } });

  test.each<[string, object | null, object, string]>([
    ['that is not there', null, {}, 'is not there'],
    ['without a class', claim({}), {}, 'is not bound: it names no storage class, and no class is the default'],
    [
      'of a class that is not there',
      claim({ storageClassName: 'fastt' }),
      { storageClasses: [immediate] },
      'is not bound: storage class fastt is not there (did you mean fast?), nor a volume of it',
    ],
    ['that is too big', asks('50Gi'), {}, 'is not bound: no volume of class manual has 50Gi (vol-a has 5Gi)'],
    [
      'with another access mode',
      claim({ ...manual, accessModes: ['ReadWriteMany'] }),
      {},
      'is not bound: no volume of class manual has ReadWriteMany (vol-a has ReadWriteOnce)',
    ],
    [
      'that would match',
      claim(manual),
      {},
      'is not bound: vol-a would match, and nothing binds it here: the volume controller does that',
    ],
    [
      'whose volume is taken',
      claim(manual),
      { persistentVolumes: [volume({ claimRef: { namespace: 'x', name: 'y' } })] },
      'is not bound: no volume of class manual is free (vol-a is claimed by another claim)',
    ],
    [
      'that a provisioner was to serve',
      claim({ storageClassName: 'fast' }),
      { storageClasses: [immediate] },
      'is not bound: class fast is bound at once (volumeBindingMode Immediate), ' +
        'and provisioner csi.example.com has made no volume',
    ],
    [
      'that the driver has no room for',
      asks('50Gi', { storageClassName: 'fast' }),
      { storageClasses: [fast(waits)], ...reported },
      'asks for 50Gi, and driver csi.example.com reports 10Gi at most of class fast for the node',
    ],
    [
      'of a class for other nodes',
      claim({ storageClassName: 'fast' }),
      {
        storageClasses: [
          fast({ ...waits, allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a', 'b'] }] }] }),
        ],
      },
      'finds no volume: class fast makes volumes only where zone in (a, b)',
    ],
    ['whose volume is gone', claim({ volumeName: 'old' }), {}, 'is bound to volume old, which is not there'],
  ])('%s say why', (_, persistentVolumeClaim, objects, why) => {
    const claims = persistentVolumeClaim === null ? [] : [persistentVolumeClaim];
    const all = { persistentVolumeClaims: claims, persistentVolumes: [volume()], ...objects } as ClusterObjects;
    const uses = pod('p', { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] });
    expect(factsOf(uses, { objects: all })).toEqual([`claim shop/data ${why}`]);
  });

  const scratch = (spec: object): object => ({
    volumes: [
      {
        name: 'scratch',
        ephemeral: {
          volumeClaimTemplate: {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
          },
        },
      },
    ],
  });
  const MADE = 'claim shop/p-scratch is not there: the ephemeral volume controller makes it with the pod';
  const FITS = 'once claim shop/p-scratch is there, the pod fits on n1';
  const standard = fast({
    ...waits,
    metadata: { name: 'fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  });
  test.each<[string, object, object, readonly string[]]>([
    ['is all that lacks', { storageClassName: 'fast' }, { storageClasses: [fast(waits)] }, [MADE, FITS]],
    ['gets the default class', {}, { storageClasses: [standard] }, [MADE, FITS]],
    [
      'is of no use without its class',
      { storageClassName: 'fastt' },
      { storageClasses: [fast(waits)] },
      [`${MADE}, and then it is not bound: storage class fastt is not there (did you mean fast?), nor a volume of it`],
    ],
    [
      'is that of another pod',
      { storageClassName: 'fast' },
      { storageClasses: [fast(waits)], persistentVolumeClaims: [claim({}, { name: 'p-scratch' })] },
      [
        'claim shop/p-scratch is there, and is not of this pod: ' +
          'the ephemeral volume controller makes its own once that one is deleted',
      ],
    ],
  ])('the claim of an ephemeral volume %s', (_, spec, objects, facts) =>
    expect(factsOf(pod('p', scratch(spec)), { objects })).toEqual(facts),
  );

  test('the claim of an ephemeral volume is not said to be enough where it is not', () => {
    const small = { ...node('n1'), status: { allocatable: { cpu: '500m', memory: '8Gi', pods: '10' } } };
    const objects = { storageClasses: [fast(waits)] } as ClusterObjects;
    expect(factsOf(pod('p', scratch({ storageClassName: 'fast' })), { objects, nodes: [small] })).toEqual([MADE]);
  });

  test('volume limits are named with their driver', () => {
    const claims = ['a', 'b'].map((name) =>
      claim({ volumeName: name }, { name, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } }),
    );
    const csi = (handle: string): object => ({ csi: { driver: 'csi.example.com', volumeHandle: handle } });
    const objects = {
      persistentVolumeClaims: claims,
      persistentVolumes: ['a', 'b'].map((name) => ({ ...volume(csi(name)), metadata: { name } })),
      csiNodes: [
        { metadata: { name: 'n1' }, spec: { drivers: [{ name: 'csi.example.com', allocatable: { count: 1 } }] } },
      ],
    } as ClusterObjects;
    const using = (name: string): object => ({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName: name } }] });
    expect(factsOf(pod('p', using('b')), { objects, bound: [pod('q', { nodeName: 'n1', ...using('a') })] })).toEqual([
      'driver csi.example.com attaches 1 volume to n1 at most; 1 is attached, and the pod needs 1 more',
    ]);
  });
});

describe('affinity', () => {
  const near = (term: object): Pod => {
    const terms = [{ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'db' } }, ...term }];
    return pod('p', { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } } });
  };
  const bound = [pod('db', { nodeName: 'n2' }, { namespace: 'data', labels: { app: 'db' } })];
  const nodes = [node('n1'), node('n2')];
  const objects = { namespaces: [{ metadata: { name: 'data', labels: { kind: 'data' } } }] };
  test.each<[string, object, string]>([
    [
      'looks in its own namespace',
      {},
      'it wants to be near pods with app=db in namespace shop, its own: the term names no other; ' +
        'at kubernetes.io/hostname=n1 there is none, no node has one',
    ],
    [
      'looks in namespaces that are not there',
      { namespaceSelector: { matchLabels: { team: 'x' } } },
      'it wants to be near pods with app=db in namespaces with team=x, of which there is none; ' +
        'at kubernetes.io/hostname=n1 there is none, no node has one',
    ],
    [
      'finds them elsewhere',
      { namespaces: ['data'] },
      'it wants to be near pods with app=db in namespace data; ' +
        'at kubernetes.io/hostname=n1 there is none, they are at kubernetes.io/hostname=n2',
    ],
    [
      'asks for a label that the node has not',
      { topologyKey: 'rack' },
      'the node has no label rack, by which it wants to be near pods with app=db in namespace shop, its own: ' +
        'the term names no other',
    ],
  ])('%s', (_, term, fact) => expect(factsOf(near(term), { nodes, bound, objects })).toEqual([fact]));

  test('finds them on nodes that are in no domain', () => {
    const racked = [node('n1', { rack: 'r1' }), node('n2')];
    expect(factsOf(near({ topologyKey: 'rack', namespaces: ['data'] }), { nodes: racked, bound, objects })).toEqual([
      'it wants to be near pods with app=db in namespace data; ' +
        'at rack=r1 there is none, n2 has one, and is without the label rack',
    ]);
  });

  test('of pods that keep the pod away is reported with their terms', () => {
    const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const alone = pod('alone', { nodeName: 'n1', affinity });
    const web = pod('p', {}, { labels: { app: 'web' } });
    expect(factsOf(web, { bound: [alone] })).toEqual([
      'pod shop/alone at kubernetes.io/hostname=n1 wants to be apart from pods with app=web in namespace shop, ' +
        'its own: the term names no other',
    ]);
    const [elsewhere, mayName] = [pod('p', {}, { namespace: 'other', labels: { app: 'web' } }), () => false];
    const everywhere = {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...term, namespaceSelector: {} }] },
    };
    const bound = [pod('alone', { nodeName: 'n1', affinity: everywhere })];
    expect(factsOf(elsewhere, { bound, mayName })).toEqual([]);
  });
});

describe('spread', () => {
  const spread = { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' };
  const web = (name: string, spec: object = {}, constraint: object = {}): Pod =>
    pod(
      name,
      {
        topologySpreadConstraints: [{ ...spread, labelSelector: { matchLabels: { app: 'web' } }, ...constraint }],
        ...spec,
      },
      { labels: { app: 'web' } },
    );
  const tainted = node('s1', {}, { taints: [{ key: 'group', value: 'special', effect: 'NoSchedule' }] });

  test('names the emptiest domain, and why the pod cannot go there', () => {
    const bound = [web('w1', { nodeName: 'n1' }), web('w2', { nodeName: 'n2' })];
    expect(factsOf(web('p'), { nodes: [node('n1'), node('n2'), tainted], bound })).toEqual([
      'the emptiest is kubernetes.io/hostname=s1 with 0, where the pod cannot go ' +
        '(node(s) had untolerated taint {group: special}): it counts, as nodeTaintsPolicy is Ignore unless the ' +
        'constraint says Honor; with nodeTaintsPolicy: Honor the pod fits here',
    ]);
  });

  test('says when a domain counts by nodeAffinityPolicy, and when by nothing that a policy leaves out', () => {
    const bound = [web('w1', { nodeName: 'n1' })];
    const other = node('s1', { pool: 'other' });
    const asked = web('p', { nodeSelector: { pool: 'own' } }, { nodeAffinityPolicy: 'Ignore' });
    const [own] = factsOf(asked, { nodes: [node('n1', { pool: 'own' }), other], bound });
    expect(own).toMatch(
      /: it counts, as .* nodeAffinityPolicy: Ignore; with nodeAffinityPolicy: Honor the pod fits here$/,
    );
    const full = { ...node('s1'), status: { allocatable: { cpu: '100m', memory: '8Gi', pods: '10' } } };
    const [small] = factsOf(web('p'), { nodes: [node('n1'), full], bound });
    expect(small).toBe(
      'the emptiest is kubernetes.io/hostname=s1 with 0, where the pod cannot go (Insufficient cpu): ' +
        'it counts all the same',
    );
  });

  test('says where the pod fits, and when there are too few domains', () => {
    const bound = [web('w1', { nodeName: 'n1' })];
    expect(factsOf(web('p'), { nodes: [node('n1'), node('n2')], bound })).toEqual([
      'the emptiest is kubernetes.io/hostname=n2 with 0, where the pod fits',
    ]);
    expect(factsOf(web('p', {}, { minDomains: 2 }), { bound })).toEqual([
      'by kubernetes.io/hostname there is 1 domain, fewer than minDomains 2: the minimum counts as 0, and no domain ' +
        'may have more than maxSkew 1',
    ]);
  });
});

describe('holders of a resource', () => {
  const big = pod('p', { containers: [{ name: 'c', resources: { requests: { cpu: '3' } } }] });
  const prep = { name: 'prep', resources: { requests: { cpu: '3' } } };
  const batch = (status: object, metadata: object = {}): Pod => ({
    ...pod('batch', { nodeName: 'n1', initContainers: [prep] }, metadata),
    status,
  });
  const ended = { initContainerStatuses: [{ name: 'prep', state: { terminated: { exitCode: 0 } } }] };

  test('count an init container that has ended', () => {
    expect(factsOf(big, { bound: [batch(ended)] })).toEqual([
      'pod shop/batch counts 3 cpu, the request of its init container prep, which has ended; ' +
        'without it, it would count 1',
    ]);
  });

  test.each([
    ['runs', { phase: 'Pending', initContainerStatuses: [{ name: 'prep', state: { running: {} } }] }, 'has not ended'],
    ['is not reported', {}, 'has not ended'],
    [
      'ended, by the conditions',
      { phase: 'Running', conditions: [{ type: 'Initialized', status: 'True' }] },
      'has ended',
    ],
  ])('count an init container that %s', (_, status, when) => {
    const [fact] = factsOf(big, { bound: [batch(status)] });
    expect(fact).toContain(`pod shop/batch counts 3 cpu, the request of its init container prep, which ${when}`);
  });

  test.each([
    [{ overhead: { cpu: '2' } }, 'by the overhead of its runtime class (2); its containers count 1'],
    [{ resources: { requests: { cpu: '3' } } }, 'by the requests of the pod as a whole; its containers count 1'],
  ])('count more than their containers ask for: %j', (spec, why) => {
    expect(factsOf(big, { bound: [pod('q', { nodeName: 'n1', ...spec })] })).toEqual([
      `pod shop/q counts 3 cpu, ${why}`,
    ]);
  });

  test('count what they ask for while they run with less', () => {
    const status = {
      conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Deferred' }],
      containerStatuses: [{ name: 'c', resources: { requests: { cpu: '1' } }, allocatedResources: { cpu: '1' } }],
    };
    expect(factsOf(big, { bound: [{ ...pod('q', { ...big.spec, nodeName: 'n1' }), status }] })).toEqual([
      'pod shop/q counts 3 cpu, which it asks for, while it runs with 1, as its resize is deferred',
    ]);
  });

  test('leave by themselves when they terminate, and are not evicted', () => {
    const answer = asked(big, { bound: [batch(ended, { deletionTimestamp: '2026-01-01T00:00:00Z' })] });
    expect(answer.failures.flatMap(({ facts }) => facts)).toEqual([
      '3 cpu of shop/batch becomes free without an eviction: it is terminating',
    ]);
    expect(answer.changes.map(({ change }) => change.kind)).toEqual(['addResource']);
  });

  test('count by the larger amount while a resize waits', () => {
    const status = {
      conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Deferred' }],
      containerStatuses: [{ name: 'c', resources: { requests: { cpu: '3' } }, allocatedResources: { cpu: '3' } }],
    };
    expect(factsOf(big, { bound: [{ ...pod('q', { nodeName: 'n1' }), status }] })).toEqual([
      'pod shop/q counts 3 cpu, not 1, as its resize is deferred',
    ]);
  });

  test('may be nominated, and not on the node yet', () => {
    const snapshot = new Snapshot({});
    snapshot.addNode(node('n1'));
    const nominated = { ...big.spec, priority: 5 };
    snapshot.nominations.add(placedPod(pod('next', nominated)), 'n1');
    const incoming = pod('p', { containers: [{ name: 'c', resources: { requests: { cpu: '2' } } }] });
    const { failures } = whyNot({ snapshot, profile, pod: incoming, row: 0, costs: DEFAULT_COSTS });
    expect(failures.flatMap(({ facts }) => facts)).toEqual([
      '3 cpu counts for shop/next, which is nominated for the node and not on it yet',
    ]);
  });

  test('are not named to readers who may not know their namespaces', () => {
    const bound = [batch(ended, { namespace: 'other' })];
    expect(factsOf(big, { bound, mayName: (namespace) => namespace === 'shop' })).toEqual([]);
  });
});

test('nodes that matchFields names and that are not there are named', () => {
  const terms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['ghost'] }] }];
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } };
  expect(factsOf(pod('p', { affinity }))).toEqual([
    'its required node affinity asks by name (matchFields) for ghost, which is not there',
  ]);
});

test('a pod that no scheduler tries says so first', () => {
  expect(asked(pod('p', { schedulingGates: [{ name: 'example.com/wait' }] })).sentence).toMatch(
    /^Pod shop\/p waits for its scheduling gate example\.com\/wait; but for that it fits on n1\. /,
  );
  expect(asked(pod('p'), { standing: { unserved: 'volcano' } }).sentence).toMatch(
    /^Pod shop\/p is for the scheduler volcano, which no profile serves; by default-scheduler it fits on n1\. /,
  );
});
