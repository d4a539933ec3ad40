import { admitted, inNamespace, objectOf, problemsOf, updateProblemsOf } from '../testing/admission.js';

test('a limit range without a name is named, and has limits that are none', () => {
  const range = { ...objectOf('v1', 'LimitRange'), metadata: { name: '', namespace: 'n' } };
  expect(admitted(range, { newUid: () => 'u' })).toMatchObject({ metadata: { name: 'u' }, spec: { limits: null } });
});

test('a service account names its secrets, and says nothing more of them', () => {
  const account = inNamespace(objectOf('v1', 'ServiceAccount', { secrets: [{ name: 'a', namespace: 'b', uid: 'c' }] }));
  expect(admitted(account)['secrets']).toEqual([{ name: 'a' }]);
});

test('the drivers of a node are null where there are none', () => {
  expect(admitted(objectOf('storage.k8s.io/v1', 'CSINode'))['spec']).toEqual({ drivers: null });
});

test('fields of devices whose feature gates are off are dropped', () => {
  const device = { name: 'd', taints: [{}], allNodes: true, capacity: { a: { value: '1', requestPolicy: {} } } };
  const spec = { driver: 'd.io', nodeName: 'n', pool: { name: 'p', resourceSliceCount: 1 }, devices: [device] };
  const slice = objectOf('resource.k8s.io/v1', 'ResourceSlice', { spec: { ...spec, sharedCounters: [{}] } });
  expect(admitted(slice)['spec']).toEqual({
    ...spec,
    pool: { name: 'p', generation: 0, resourceSliceCount: 1 },
    devices: [{ name: 'd', capacity: { a: { value: '1' } } }],
  });
});

describe('metadata that the strategy does not judge', () => {
  const budget = (spec: object, labels: object) => ({
    ...objectOf('policy/v1', 'PodDisruptionBudget', { spec }),
    metadata: { name: 'a', namespace: 'n', labels: labels as Record<string, string> },
  });
  test('is judged where the rest is sound', () => {
    expect(problemsOf(budget({}, { 'a b': '' }))).toEqual([expect.stringMatching(/^metadata.labels: /)]);
    expect(problemsOf(budget({ minAvailable: -1 }, { 'a b': '' }))).toEqual([
      expect.stringMatching(/^spec.minAvailable: /),
    ]);
  });
});

test('a changed claim template is shown as the structure of the API server', () => {
  const claims = (name: string) => {
    const requests = [{ name, exactly: { deviceClassName: 'c' } }];
    return inNamespace(
      objectOf('resource.k8s.io/v1', 'ResourceClaimTemplate', { spec: { spec: { devices: { requests } } } }),
    );
  };
  expect(updateProblemsOf(claims('a'), claims('b'))).toEqual([
    expect.stringMatching(
      /^spec: Invalid value: \{"Spec":\{"Devices":\{"Requests":\[\{"Name":"b".*field is immutable$/,
    ),
  ]);
});

test('a toleration of devices has effects of its own', () => {
  const tolerations = [{ key: 'a', operator: 'Exists', value: 'b', effect: 'PreferNoSchedule' }];
  const requests = [{ name: 'r', exactly: { deviceClassName: 'c', tolerations } }];
  const claim = inNamespace(objectOf('resource.k8s.io/v1', 'ResourceClaim', { spec: { devices: { requests } } }));
  const at = 'spec.devices.requests[0].exactly.tolerations[0]';
  expect(problemsOf(claim)).toEqual([
    `${at}.value: Invalid value: "b": must be empty for operator \`Exists\``,
    `${at}.effect: Unsupported value: "PreferNoSchedule": supported values: "NoExecute", "NoSchedule"`,
  ]);
});

describe('a finalizer without a domain', () => {
  const finalizing = (object: ReturnType<typeof objectOf>, finalizers: string[]) => ({
    ...object,
    metadata: { ...object.metadata, finalizers },
  });
  const lease = inNamespace(objectOf('coordination.k8s.io/v1', 'Lease'));
  const map = inNamespace(objectOf('v1', 'ConfigMap'));
  const reported = expect.stringMatching(/^metadata.finalizers\[0\]: .*neither a standard finalizer name/) as string;
  test('is refused by strategies', () => expect(problemsOf(finalizing(map, ['a']))).toEqual([reported]));
  test('is fine for leases', () => expect(problemsOf(finalizing(lease, ['a']))).toEqual([]));
  test('is refused with the whole and with the change when an object changes: the registry does not ask', () =>
    expect(updateProblemsOf(map, finalizing(map, ['a']))).toEqual([reported, reported]));
});

test('a changed priority class is judged by what may change, and by nothing else', () => {
  const priority = (preemptionPolicy: string) =>
    objectOf('scheduling.k8s.io/v1', 'PriorityClass', { value: 1, preemptionPolicy });
  expect(updateProblemsOf(priority('Never'), priority('Maybe'))).toEqual([
    'preemptionPolicy: Invalid value: "Maybe": field is immutable',
  ]);
});

test('the node of a slice does not change, and a claim of a container has a well formed request', () => {
  const slice = (nodes: object) => {
    const spec = { driver: 'd.io', pool: { name: 'p', resourceSliceCount: 1 }, ...nodes };
    return objectOf('resource.k8s.io/v1', 'ResourceSlice', { spec });
  };
  expect(updateProblemsOf(slice({ nodeName: 'n' }), slice({ allNodes: true }))).toEqual([
    'spec.nodeName: Invalid value: null: field is immutable',
  ]);
  const containers = [{ name: 'c', image: 'i', resources: { claims: [{ name: 'a', request: 'B' }] } }];
  const pod = inNamespace(objectOf('v1', 'Pod', { spec: { containers, resourceClaims: [{ name: 'a' }] } }));
  expect(problemsOf(pod)).toContainEqual(expect.stringMatching(/resources.claims\[0\].request: Invalid value: "B"/));
});
