import type { Pod } from '../../objects/objects.js';
import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { nodeUnschedulable } from './plugin.js';

describe('NodeUnschedulable', () => {
  const snapshot = makeSnapshot([makeNode('open'), makeNode('cordoned').cordoned()]);
  const refused = { cordoned: 'UnschedulableAndUnresolvable: node(s) were unschedulable' };
  const key = 'node.kubernetes.io/unschedulable';
  const cases: [name: string, pod: Pod, want: Record<string, string>][] = [
    ['keeps pods off cordoned nodes', makePod('p'), refused],
    ['keeps pods without spec off cordoned nodes', {}, refused],
    [
      'is tolerated by one of several',
      makePod('p').tolerates({ key: 'other', operator: 'Exists' }).tolerates({ key, operator: 'Exists' }),
      {},
    ],
    ['is tolerated by its key', makePod('p').tolerates({ key, operator: 'Exists', effect: 'NoSchedule' }), {}],
    ['is tolerated by everything', makePod('p').tolerates({ operator: 'Exists' }), {}],
    ['is tolerated by an equal empty value', makePod('p').tolerates({ key }), {}],
    [
      'is not tolerated by another effect',
      makePod('p').tolerates({ key, operator: 'Exists', effect: 'NoExecute' }),
      refused,
    ],
    ['is not tolerated by another key', makePod('p').tolerates({ key: 'other', operator: 'Exists' }), refused],
  ];
  test.each(cases)('%s', (_name, pod, want) =>
    expect(runPlugin(nodeUnschedulable, { pod, snapshot }).filter).toEqual(want),
  );
});
