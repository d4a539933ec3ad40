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
