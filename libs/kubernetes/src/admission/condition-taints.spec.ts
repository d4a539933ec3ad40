import type { Node } from '../index.js';
import { admitted, objectOf } from '../testing/admission.js';

const NOW = '2026-01-01T00:00:00Z';
const taint = (name: string, effect: string) => ({ key: `node.kubernetes.io/${name}`, effect });
const added = (name: string, effect = 'NoSchedule') => ({ ...taint(name, effect), timeAdded: NOW });
const node = (spec: object, ...conditions: [type: string, status: string][]) =>
  objectOf('v1', 'Node', { spec, status: { conditions: conditions.map(([type, status]) => ({ type, status })) } });
const taintsOf = (object: object): unknown => (object as Node).spec?.taints;

describe('a node is tainted', () => {
  const cases: [name: string, object: ReturnType<typeof node>, taints: object[] | undefined][] = [
    ['by nothing while it says nothing', node({}), undefined],
    ['by nothing while it is sound', node({}, ['Ready', 'True'], ['DiskPressure', 'False']), undefined],
    ['when it is not ready', node({}, ['Ready', 'False']), [added('not-ready'), added('not-ready', 'NoExecute')]],
    [
      'when nobody knows whether it is',
      node({}, ['Ready', 'Unknown']),
      [added('unreachable'), added('unreachable', 'NoExecute')],
    ],
    [
      'when it lacks something, in the order of its conditions',
      node(
        {},
        ['PIDPressure', 'True'],
        ['MemoryPressure', 'True'],
        ['NetworkUnavailable', 'True'],
        ['DiskPressure', 'True'],
      ),
      [added('pid-pressure'), added('memory-pressure'), added('network-unavailable'), added('disk-pressure')],
    ],
    ['when it is cordoned', node({ unschedulable: true }), [added('unschedulable')]],
    [
      'behind what it is tainted with',
      node({ taints: [{ key: 'gpu', effect: 'NoSchedule' }], unschedulable: true }),
      [{ key: 'gpu', effect: 'NoSchedule' }, added('unschedulable')],
    ],
    [
      'once',
      node({ taints: [taint('not-ready', 'NoSchedule')] }, ['Ready', 'False']),
      [taint('not-ready', 'NoSchedule'), added('not-ready', 'NoExecute')],
    ],
    [
      'no more when it is ready',
      node({ taints: [taint('not-ready', 'NoSchedule'), taint('unreachable', 'NoExecute')] }, ['Ready', 'True']),
      undefined,
    ],
    ['no more when it is uncordoned', node({ taints: [taint('unschedulable', 'NoSchedule')] }), undefined],
    [
      'as it says, where no condition speaks of that',
      node({ taints: [taint('not-ready', 'NoExecute'), taint('unschedulable', 'NoExecute')] }),
      [taint('not-ready', 'NoExecute'), taint('unschedulable', 'NoExecute')],
    ],
  ];
  test.each(cases)('%s', (_name, object, taints) => expect(taintsOf(admitted(object))).toEqual(taints));

  test('by its conditions when it changes, too', () => {
    const old = admitted(node({}, ['Ready', 'True']));
    expect(taintsOf(admitted(node({}, ['Ready', 'False']), { operation: 'update', old }))).toHaveLength(2);
  });

  test('by nothing where conditions taint nothing, or when it comes from another cluster', () => {
    const known = node({}, ['Ready', 'False']);
    known.metadata.uid = 'u';
    expect(taintsOf(admitted(known, { operation: 'import' }))).toBeUndefined();
    const given = node({ unschedulable: true });
    expect(taintsOf(admitted(given, { operation: 'import', onlyTells: true }))).toBeUndefined();
    expect(taintsOf(admitted(node({}, ['Ready', 'False']), { conditionTaints: false }))).toBeUndefined();
  });
});
