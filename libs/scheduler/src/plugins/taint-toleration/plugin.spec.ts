import type { Node, Pod } from '../../objects/objects.js';
import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { taintToleration } from './plugin.js';

const untolerated = (taint: string): string => `UnschedulableAndUnresolvable: node(s) had untolerated taint ${taint}`;

describe('the TaintToleration filter', () => {
  const cases: [name: string, node: Node, pod: Pod, want: string | undefined][] = [
    ['no taint', makeNode('n'), makePod('p'), undefined],
    ['NoSchedule', makeNode('n').taint('gpu', 'NoSchedule', 'a100'), makePod('p'), untolerated('{gpu: a100}')],
    ['NoExecute without value', makeNode('n').taint('gpu', 'NoExecute'), makePod('p'), untolerated('{gpu: }')],
    [
      'a taint without value',
      { ...makeNode('n'), spec: { taints: [{ key: 'gpu', effect: 'NoExecute' }] } },
      makePod('p'),
      untolerated('{gpu: }'),
    ],
    ['a pod without spec', makeNode('n').taint('gpu', 'NoSchedule'), {}, untolerated('{gpu: }')],
    ['PreferNoSchedule keeps nobody off', makeNode('n').taint('gpu', 'PreferNoSchedule'), makePod('p'), undefined],
    [
      'tolerated',
      makeNode('n').taint('gpu', 'NoSchedule', 'a100'),
      makePod('p').tolerates({ key: 'gpu', operator: 'Exists' }),
      undefined,
    ],
    [
      'only the first untolerated is named',
      makeNode('n').taint('a', 'NoSchedule').taint('b', 'NoSchedule').taint('c', 'NoSchedule'),
      makePod('p').tolerates({ key: 'a', operator: 'Exists' }),
      untolerated('{b: }'),
    ],
  ];
  test.each(cases)('%s', (_name, node, pod, want) => {
    expect(runPlugin(taintToleration, { pod, snapshot: makeSnapshot([node]) }).filter['n']).toBe(want);
  });
});

describe('the TaintToleration score', () => {
  const none = makeNode('none');
  const one = makeNode('one').taint('a', 'PreferNoSchedule');
  const three = makeNode('three')
    .taint('a', 'PreferNoSchedule')
    .taint('b', 'PreferNoSchedule')
    .taint('c', 'PreferNoSchedule');
  const snapshot = makeSnapshot([none, one, three]);
  const cases: [name: string, pod: Pod, raw: Record<string, number>, normalized: Record<string, number>][] = [
    [
      'counts what is not tolerated, fewer is better',
      makePod('p'),
      { none: 0, one: 1, three: 3 },
      { none: 100, one: 67, three: 0 },
    ],
    ['a pod without spec tolerates nothing', {}, { none: 0, one: 1, three: 3 }, { none: 100, one: 67, three: 0 }],
    [
      'leaves out what is tolerated',
      makePod('p').tolerates({ key: 'a', operator: 'Exists', effect: 'PreferNoSchedule' }),
      { none: 0, one: 0, three: 2 },
      { none: 100, one: 100, three: 0 },
    ],
    [
      'a toleration without effect counts',
      makePod('p').tolerates({ operator: 'Exists' }),
      { none: 0, one: 0, three: 0 },
      { none: 100, one: 100, three: 100 },
    ],
    [
      'a toleration of another effect does not',
      makePod('p').tolerates({ operator: 'Exists', effect: 'NoSchedule' }),
      { none: 0, one: 1, three: 3 },
      { none: 100, one: 67, three: 0 },
    ],
  ];
  test.each(cases)('%s', (_name, pod, raw, normalized) => {
    const answers = runPlugin(taintToleration, { pod, snapshot });
    expect([answers.raw, answers.normalized]).toEqual([raw, normalized]);
  });

  test('does not count taints of other effects, where the filter is disabled', () => {
    const plugin = { ...taintToleration };
    delete plugin.filter;
    const nodes = [
      makeNode('a').taint('x', 'NoSchedule').taint('y', 'NoExecute'),
      makeNode('b').taint('x', 'NoSchedule').taint('y', 'PreferNoSchedule'),
    ];
    expect(runPlugin(plugin, { pod: makePod('p'), snapshot: makeSnapshot(nodes) }).raw).toEqual({ a: 0, b: 1 });
  });
});
