import { admitted, objectOf, problemFieldsOf, problemsOf, updateProblemFieldsOf } from '../../testing/admission.js';

const node = (fields: object = {}) => objectOf('v1', 'Node', fields);

describe('a node is completed where it says', () => {
  const cases: [name: string, status: object, want: object][] = [
    ['nothing', {}, { capacity: { pods: '110' }, allocatable: { pods: '110' } }],
    [
      'its capacity',
      { capacity: { cpu: 4, memory: '1024Mi' } },
      { capacity: { cpu: '4', memory: '1Gi', pods: '110' }, allocatable: { cpu: '4', memory: '1Gi', pods: '110' } },
    ],
    ['its own number of pods', { capacity: { pods: '20' } }, { allocatable: { pods: '20' } }],
    [
      'an allocatable of its own',
      { capacity: { cpu: '4', pods: '9' }, allocatable: { cpu: '3' } },
      { allocatable: { cpu: '3' } },
    ],
  ];
  test.each(cases)('%s', (_name, status, want) => expect(admitted(node({ status }))).toMatchObject({ status: want }));

  test('no status at all', () => {
    expect(admitted(node())).toMatchObject({ status: { capacity: { pods: '110' }, allocatable: { pods: '110' } } });
  });
});

describe('the number of pods of a node', () => {
  const observed = { ...node({ status: { capacity: { cpu: '4' } } }), metadata: { name: 'a', uid: 'u' } };
  const podsOf = (object: ReturnType<typeof node>) =>
    (object['status'] as { readonly capacity: Readonly<Record<string, string>> }).capacity['pods'];

  test('is what another cluster says, if only nothing', () => {
    expect(podsOf(admitted(structuredClone(observed), { operation: 'import' }))).toBeUndefined();
    const old = admitted(structuredClone(observed), { operation: 'import' });
    const cordoned = { ...structuredClone(old), spec: { unschedulable: true } };
    expect(podsOf(admitted(cordoned, { operation: 'update', old }))).toBeUndefined();
  });

  test('stays where a change does not say it', () => {
    const old = admitted(node({ status: { capacity: { pods: '20' } } }));
    const resized = { ...structuredClone(old), status: { capacity: { cpu: '9' }, allocatable: { cpu: '9' } } };
    expect(podsOf(admitted(resized, { operation: 'update', old }))).toBe('20');
  });
});

test('the range of a node is a range also where it stands alone', () => {
  const alone = { ...node({ spec: { podCIDR: 'x' } }), metadata: { name: 'a', uid: 'u' } };
  expect(problemsOf(alone, { operation: 'import' })).toEqual([
    'spec.podCIDR: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
  ]);
});

test('a node has what its kubelet says, under whatever name', () => {
  const capacity = { 'attachable-volumes-aws-ebs': '39', 'hugepages-2Mi': '0', 'example.com/gpu': 8, odd: '1' };
  expect(problemsOf(node({ status: { capacity } }))).toEqual([]);
});

test('taints of a node have an effect, and are there once', () => {
  const taints = [
    { key: 'a', effect: 'Never' },
    { key: 'b' },
    { key: 'c', effect: 'NoSchedule' },
    { key: 'c', effect: 'NoSchedule' },
  ];
  expect(problemFieldsOf(node({ spec: { taints } }))).toEqual([
    'metadata.taints[0].effect',
    'metadata.taints[1].effect',
    'metadata.taints[3]',
  ]);
});

test('amounts of a node are not negative, and devices whole', () => {
  const status = { capacity: { cpu: '-1', 'example.com/gpu': '1.5' }, allocatable: { cpu: '1' } };
  expect(problemFieldsOf(node({ status }))).toEqual(['status.capacity.cpu', 'status.capacity.example.com/gpu']);
});

test('a node keeps its provider', () => {
  const of = (providerID: string) => node({ spec: { providerID } });
  expect(updateProblemFieldsOf(of('p'), of('q'))).toEqual(['spec.providerID']);
});

test('ranges of a node are ranges, and an address is there once', () => {
  expect(problemsOf(node({ spec: { podCIDRs: ['nope'] } }))).toEqual([
    'spec.podCIDRs[0]: Invalid value: "nope": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
  ]);
  const address = { type: 'InternalIP', address: '1' };
  expect(updateProblemFieldsOf(node(), node({ status: { addresses: [address, address] } }))).toEqual([
    'status.addresses[1]',
  ]);
});

test('what a kubelet says of itself is printed though it says nothing', () => {
  const { spec, status } = admitted(node({ status: { conditions: [{ type: 'Ready', status: 'True' }] } }));
  expect(spec).toEqual({});
  expect(status).toMatchObject({
    daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
    nodeInfo: { kubeletVersion: '' },
    conditions: [{ lastHeartbeatTime: null, lastTransitionTime: null }],
  });
});
