import { printAmounts, readAmounts, type KubernetesObject } from '#kubernetes';
import {
  admitted,
  inNamespace,
  objectOf,
  podWith,
  podWithContainer,
} from '../../../kubernetes/src/testing/admission.js';
import { chargeOf, nothingUsed, quotaRefusal, type QuotaSpec } from './quota.js';
import { readExceededQuota } from './exceeded-quota.js';
import { quotaLines, scopeTexts } from './quota-lines.js';

const AT = new Date('2026-01-05T00:00:00Z');

/** What an object takes of a quota over these resources. */
function charge(object: KubernetesObject, resources: readonly string[], scopes: Omit<QuotaSpec, 'hard'> = {}): object {
  const hard = Object.fromEntries(resources.map((name) => [name, '100Gi']));
  return printAmounts(chargeOf({ hard, ...scopes }, object, AT));
}

function refusal(object: KubernetesObject, spec: QuotaSpec, used: Record<string, string> = {}): string | undefined {
  const sum = new Map([...nothingUsed(spec), ...readAmounts(used)]);
  return quotaRefusal([{ name: 'q', spec, used: sum }], { object, at: AT });
}

const withRequests = (requests: object, limits: object = {}): KubernetesObject =>
  podWithContainer({ resources: { requests, limits } });

const COMPUTE = ['cpu', 'memory', 'requests.cpu', 'limits.cpu', 'limits.memory', 'pods', 'count/pods'];

describe('what a pod takes', () => {
  test('its requests under both names, its limits, and a place', () => {
    const pod = withRequests({ cpu: '500m', memory: '1Gi' }, { cpu: '1' });
    expect(charge(pod, COMPUTE)).toEqual({
      'count/pods': '1',
      cpu: '500m',
      'limits.cpu': '1',
      memory: '1Gi',
      pods: '1',
      'requests.cpu': '500m',
    });
  });

  test('the larger of what runs and what any step of the start-up needs, and its overhead', () => {
    const pod = podWith({
      overhead: { cpu: '10m', memory: '1Mi' },
      containers: [{ name: 'c', resources: { requests: { cpu: '100m' }, limits: { cpu: '200m' } } }],
      initContainers: [
        { name: 'side', restartPolicy: 'Always', resources: { requests: { cpu: '50m' }, limits: { cpu: '50m' } } },
        { name: 'once', resources: { requests: { cpu: '300m' }, limits: { cpu: '300m' } } },
      ],
    });
    expect(charge(pod, ['cpu', 'memory', 'limits.cpu', 'limits.memory'])).toEqual({
      cpu: '360m',
      'limits.cpu': '360m',
      memory: '1Mi',
    });
  });

  test('what is asked for the pod as a whole, in place of what its containers ask for', () => {
    const spec = { resources: { requests: { cpu: '1' }, limits: { cpu: '2' } } };
    const containers = [{ name: 'c', resources: { requests: { cpu: '100m', memory: '1Mi' } } }];
    expect(charge(podWith({ ...spec, containers }), ['cpu', 'memory', 'limits.cpu'])).toEqual({
      cpu: '1',
      'limits.cpu': '2',
      memory: '1Mi',
    });
  });

  test('extended resources and huge pages', () => {
    const pod = withRequests({ 'nvidia.com/gpu': '2', 'hugepages-2Mi': '4Mi', cpu: '1' });
    const asked = ['requests.nvidia.com/gpu', 'nvidia.com/gpu', 'hugepages-2Mi', 'requests.hugepages-2Mi'];
    expect(charge(pod, asked)).toEqual({
      'hugepages-2Mi': '4Mi',
      'requests.hugepages-2Mi': '4Mi',
      'requests.nvidia.com/gpu': '2',
    });
  });

  test('what a resized container has, where that is more; not what it can never get', () => {
    const status = { containerStatuses: [{ name: 'c', resources: { requests: { cpu: '2' } } }] };
    const pod = { ...withRequests({ cpu: '1' }), status };
    const infeasible = { ...status, conditions: [{ type: 'PodResizePending', reason: 'Infeasible' }] };
    expect(charge(pod, ['cpu'])).toEqual({ cpu: '2' });
    expect(charge({ ...withRequests({ cpu: '5' }), status: infeasible }, ['cpu'])).toEqual({ cpu: '2' });
  });

  test.each([
    ['it succeeded', { phase: 'Succeeded' }, {}],
    ['it failed', { phase: 'Failed' }, {}],
    ['its time is over', {}, { deletionTimestamp: '2026-01-04T23:59:00Z', deletionGracePeriodSeconds: 30 }],
  ])('nothing but that it is there, when %s', (_, status, metadata) => {
    const pod = withRequests({ cpu: '1' });
    const ended = { ...pod, status, metadata: { ...pod.metadata, ...metadata } };
    expect(charge(ended, ['cpu', 'pods', 'count/pods'])).toEqual({ 'count/pods': '1' });
  });

  test('all of it while it has time to end', () => {
    const pod = withRequests({ cpu: '1' });
    const metadata = { ...pod.metadata, deletionTimestamp: '2026-01-04T23:59:45Z', deletionGracePeriodSeconds: 30 };
    expect(charge({ ...pod, metadata }, ['cpu'])).toEqual({ cpu: '1' });
  });
});

describe('what others take', () => {
  const claim = (spec: object, fields: object = {}): KubernetesObject =>
    objectOf('v1', 'PersistentVolumeClaim', { spec, ...fields });
  const gold = 'gold.storageclass.storage.k8s.io/';

  test('a claim: itself and its storage, in whole bytes, also of its class', () => {
    const asked = ['persistentvolumeclaims', 'requests.storage', `${gold}requests.storage`];
    const spec = { storageClassName: 'gold', resources: { requests: { storage: '1500m' } } };
    expect(
      charge(claim(spec), [...asked, `${gold}persistentvolumeclaims`, 'silver.storageclass.storage.k8s.io/x']),
    ).toEqual({
      [`${gold}persistentvolumeclaims`]: '1',
      [`${gold}requests.storage`]: '2',
      persistentvolumeclaims: '1',
      'requests.storage': '2',
    });
  });

  test('a claim that was given more than it asked for', () => {
    const status = { allocatedResources: { storage: '3Gi' } };
    const given = claim({ resources: { requests: { storage: '1Gi' } } }, { status });
    expect(charge(given, ['requests.storage'])).toEqual({ 'requests.storage': '3Gi' });
  });

  test.each([
    ['ClusterIP', {}, '0', '0'],
    ['NodePort', {}, '0', '2'],
    ['LoadBalancer', {}, '1', '2'],
    ['LoadBalancer', { allocateLoadBalancerNodePorts: false }, '1', '1'],
  ])('a service of type %s %j', (type, more, balancers, nodePorts) => {
    const service = objectOf('v1', 'Service', {
      spec: { type, ports: [{ port: 1, nodePort: 30001 }, { port: 2 }], ...more },
    });
    expect(charge(service, ['services', 'services.loadbalancers', 'services.nodeports'])).toEqual({
      services: '1',
      'services.loadbalancers': balancers,
      'services.nodeports': nodePorts,
    });
  });

  test('any object of a kind with namespaces is counted', () => {
    expect(charge(objectOf('apps/v1', 'ReplicaSet'), ['count/replicasets.apps'])).toEqual({
      'count/replicasets.apps': '1',
    });
    expect(charge(objectOf('v1', 'ReplicationController'), ['replicationcontrollers'])).toEqual({
      replicationcontrollers: '1',
    });
    expect(charge(objectOf('v1', 'Node'), ['count/nodes'])).toEqual({});
  });
});

describe('scopes', () => {
  const elsewhere = [{ topologyKey: 'z', labelSelector: {}, namespaces: ['x'] }];
  const cases: [string, object, object, boolean][] = [
    ['BestEffort', {}, { scopes: ['BestEffort'] }, true],
    ['BestEffort, with requests', { c: { requests: { cpu: '1' } } }, { scopes: ['BestEffort'] }, false],
    ['NotBestEffort', { c: { requests: { cpu: '1' } } }, { scopes: ['NotBestEffort'] }, true],
    ['Terminating', { activeDeadlineSeconds: 0 }, { scopes: ['Terminating'] }, true],
    ['NotTerminating', { activeDeadlineSeconds: 5 }, { scopes: ['NotTerminating'] }, false],
    ['two', { activeDeadlineSeconds: 5 }, { scopes: ['Terminating', 'NotBestEffort'] }, false],
    [
      'CrossNamespacePodAffinity',
      { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: elsewhere } } },
      { scopes: ['CrossNamespacePodAffinity'] },
      true,
    ],
    ['CrossNamespacePodAffinity, at home', {}, { scopes: ['CrossNamespacePodAffinity'] }, false],
    ['VolumeAttributesClass, of a pod', {}, { scopes: ['VolumeAttributesClass'] }, false],
  ];
  test.each(cases)('%s', (_, spec, scopes, counts) => {
    const { c, ...rest } = spec as { readonly c?: object };
    const pod = podWith({ containers: [{ name: 'c', resources: c ?? {} }], ...rest });
    expect(charge(pod, ['count/pods'], scopes)).toEqual(counts ? { 'count/pods': '1' } : {});
  });

  test.each([
    ['In', ['high'], 'high', true],
    ['In', ['high'], 'low', false],
    ['In', ['high'], '', false],
    ['NotIn', ['high'], 'low', true],
    ['NotIn', ['high'], '', true],
    ['Exists', [], 'low', true],
    ['Exists', [], '', false],
    ['DoesNotExist', [], '', true],
    ['DoesNotExist', [], 'low', false],
  ])('PriorityClass %s %j, of %j: %p', (operator, values, priorityClassName, counts) => {
    const scopeSelector = { matchExpressions: [{ scopeName: 'PriorityClass', operator, values }] };
    const pod = podWith(priorityClassName === '' ? {} : { priorityClassName });
    expect(charge(pod, ['pods'], { scopeSelector })).toEqual(counts ? { pods: '1' } : {});
  });

  test('VolumeAttributesClass, of what a claim asks for or has', () => {
    const scopeSelector = {
      matchExpressions: [{ scopeName: 'VolumeAttributesClass', operator: 'In', values: ['fast'] }],
    };
    const claim = (fields: object): KubernetesObject =>
      objectOf('v1', 'PersistentVolumeClaim', { spec: {}, ...fields });
    const counted = (fields: object): boolean =>
      Object.keys(charge(claim(fields), ['persistentvolumeclaims'], { scopeSelector })).length > 0;
    expect(counted({ spec: { volumeAttributesClassName: 'fast' } })).toBe(true);
    expect(counted({ status: { currentVolumeAttributesClassName: 'fast' } })).toBe(true);
    expect(counted({ spec: { volumeAttributesClassName: 'slow' } })).toBe(false);
  });

  test('nothing but pods and claims has one', () => {
    expect(charge(objectOf('v1', 'Service', { spec: {} }), ['services'], { scopes: ['NotBestEffort'] })).toEqual({});
  });
});

describe('why an object may not be written', () => {
  test('there is no room: all that is exceeded, by name', () => {
    const hard = { 'requests.cpu': '1', 'requests.memory': '1Gi', pods: '5' };
    const used = { 'requests.cpu': '500m', 'requests.memory': '512Mi', pods: '1' };
    expect(refusal(withRequests({ cpu: '3', memory: '3Gi' }), { hard }, used)).toBe(
      'exceeded quota: q, requested: requests.cpu=3,requests.memory=3Gi, ' +
        'used: requests.cpu=500m,requests.memory=512Mi, limited: requests.cpu=1,requests.memory=1Gi',
    );
  });

  test('just what is left may be taken', () => {
    expect(refusal(withRequests({ cpu: '500m' }), { hard: { cpu: '1' } }, { cpu: '500m' })).toBeUndefined();
  });

  test('what is over already is no reason where nothing of it is asked for', () => {
    const hard = { pods: '5', 'limits.nothing': '0', 'requests.ephemeral-storage': '1' };
    expect(refusal(podWith(), { hard }, { pods: '1', 'requests.ephemeral-storage': '5' })).toBeUndefined();
  });

  test('cpu and memory must be said by every container, those of the start-up too', () => {
    const containers = [
      { name: 'b', resources: { requests: { cpu: '1m' } } },
      { name: 'a', resources: {} },
    ];
    const pod = podWith({ containers, initContainers: [{ name: 'i', resources: { requests: { memory: '1' } } }] });
    expect(refusal(pod, { hard: { 'requests.cpu': '1', memory: '1Gi', 'requests.ephemeral-storage': '1' } })).toBe(
      'failed quota: q: must specify memory for: a,b; requests.cpu for: a,i',
    );
  });

  test('but not where the pod says it as a whole', () => {
    const pod = podWith({ resources: { limits: { cpu: '1' }, requests: { cpu: '1' } } });
    expect(refusal(pod, { hard: { 'requests.cpu': '1' } })).toBeUndefined();
  });

  test('what is to be said comes before room, over all quotas', () => {
    const quotas = [
      { name: 'full', spec: { hard: { pods: '0' } }, used: new Map() },
      { name: 'strict', spec: { hard: { cpu: '1' } }, used: new Map() },
    ];
    expect(quotaRefusal(quotas, { object: podWith(), at: AT })).toBe('failed quota: strict: must specify cpu for: c');
  });

  test('a change is judged by what it adds', () => {
    const service = (type: string, ports: number): KubernetesObject =>
      objectOf('v1', 'Service', { spec: { type, ports: Array.from({ length: ports }, (_, port) => ({ port })) } });
    const spec = { hard: { services: '1', 'services.nodeports': '3' } };
    const quotas = [{ name: 'q', spec, used: readAmounts({ services: '1', 'services.nodeports': '2' }) }];
    const change = (object: KubernetesObject, before: KubernetesObject): string | undefined =>
      quotaRefusal(quotas, { object, before, at: AT });
    expect(change(service('NodePort', 3), service('NodePort', 2))).toBeUndefined();
    expect(change(service('NodePort', 4), service('NodePort', 2))).toBe(
      'exceeded quota: q, requested: services.nodeports=2, used: services.nodeports=2, limited: services.nodeports=3',
    );
    expect(change(service('ClusterIP', 9), service('NodePort', 2))).toBeUndefined();
  });

  test('a pod that came into a scope by its resize is charged whole', () => {
    const quotas = [{ name: 'q', spec: { hard: { cpu: '1' }, scopes: ['NotBestEffort'] }, used: new Map() }];
    const change = (cpu: string): string | undefined =>
      quotaRefusal(quotas, { object: withRequests({ cpu }), before: podWith(), at: AT });
    expect(change('1')).toBeUndefined();
    expect(change('2')).toBe('exceeded quota: q, requested: cpu=2, used: , limited: cpu=1');
  });

  test('a pod whose resources stay is not judged again', () => {
    const full = [{ name: 'q', spec: { hard: { pods: '0' } }, used: new Map() }];
    const pod = admitted(inNamespace(podWith()));
    expect(quotaRefusal(full, { object: { ...pod, status: {} }, before: pod, at: AT })).toBeUndefined();
    expect(quotaRefusal(full, { object: pod, at: AT })).toMatch(/^exceeded quota/);
  });
});

test('hard, used and free, as Kubernetes writes them and in numbers', () => {
  expect(quotaLines({ hard: { pods: '1', 'requests.cpu': '1500m' } }, { pods: '3', 'requests.cpu': '200m' })).toEqual([
    { resource: 'pods', hard: '1', used: '3', free: '-2', hardValue: 1, usedValue: 3, freeValue: -2 },
    {
      resource: 'requests.cpu',
      hard: '1500m',
      used: '200m',
      free: '1300m',
      hardValue: 1.5,
      usedValue: 0.2,
      freeValue: 1.3,
    },
  ]);
  const matchExpressions = [{ scopeName: 'PriorityClass', operator: 'In', values: ['a', 'b'] }];
  expect(scopeTexts({ scopes: ['BestEffort'], scopeSelector: { matchExpressions } })).toEqual([
    'BestEffort',
    'PriorityClass In (a, b)',
  ]);
});

test('a refusal is read as it is written', () => {
  const quota = { name: 'q', spec: { hard: { pods: '0', 'requests.cpu': '1' } }, used: new Map() };
  const refusal = quotaRefusal([quota], { object: withRequests({ cpu: '1500m' }), at: AT });
  expect(refusal).toBeDefined();
  const exceeded = readExceededQuota(`pods "p" is forbidden: ${refusal ?? ''}`);
  expect(exceeded?.quota).toBe('q');
  expect(printAmounts(exceeded?.requested ?? new Map())).toEqual({ pods: '1', 'requests.cpu': '1500m' });
  expect(readExceededQuota('failed quota: q: must specify cpu for: c')).toBeUndefined();
});
