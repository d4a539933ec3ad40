import { makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import { nodePorts } from './plugin.js';

describe('NodePorts', () => {
  const taken = "Unschedulable: node(s) didn't have free ports for the requested pod ports";
  const existing = (build: (pod: PodBuilder) => PodBuilder): PodBuilder => build(makePod('e').onNode('n'));
  const cases: [name: string, existing: PodBuilder, pod: PodBuilder, want: string | undefined][] = [
    ['the same port', existing((pod) => pod.hostPort(80)), makePod('p').hostPort(80), taken],
    ['another port', existing((pod) => pod.hostPort(80)), makePod('p').hostPort(81), undefined],
    [
      'another protocol',
      existing((pod) => pod.hostPort(80)),
      makePod('p').hostPort(80, { protocol: 'UDP' }),
      undefined,
    ],
    [
      'no protocol is TCP',
      existing((pod) => pod.hostPort(80, { protocol: '' })),
      makePod('p').hostPort(80, { protocol: 'TCP' }),
      taken,
    ],
    [
      'another address',
      existing((pod) => pod.hostPort(80, { hostIP: '10.0.0.1' })),
      makePod('p').hostPort(80, { hostIP: '10.0.0.2' }),
      undefined,
    ],
    [
      'every address against one',
      existing((pod) => pod.hostPort(80)),
      makePod('p').hostPort(80, { hostIP: '10.0.0.2' }),
      taken,
    ],
    [
      'one address against every',
      existing((pod) => pod.hostPort(80, { hostIP: '10.0.0.1' })),
      makePod('p').hostPort(80, { hostIP: '0.0.0.0' }),
      taken,
    ],
    ['no host port', existing((pod) => pod.hostPort(80)), makePod('p').hostPort(0), undefined],
    ['one of several', existing((pod) => pod.hostPort(80).hostPort(90)), makePod('p').hostPort(70).hostPort(90), taken],
    [
      'of a sidecar',
      existing((pod) => pod.initContainer({}, { restartPolicy: 'Always', ports: [{ hostPort: 80 }] })),
      makePod('p').hostPort(80),
      taken,
    ],
    [
      'not of an init container',
      existing((pod) => pod.initContainer({}, { ports: [{ hostPort: 80 }] })),
      makePod('p').hostPort(80),
      undefined,
    ],
  ];
  test.each(cases)('%s', (_name, there, pod, want) => {
    expect(runPlugin(nodePorts, { pod, snapshot: makeSnapshot([makeNode('n')], [there]) }).filter['n']).toBe(want);
  });

  test('of one of several pods', () => {
    const pods = [
      makePod('a').onNode('n').hostPort(80),
      makePod('b').onNode('n').hostPort(90),
      makePod('c').onNode('n'),
    ];
    expect(
      runPlugin(nodePorts, { pod: makePod('p').hostPort(90), snapshot: makeSnapshot([makeNode('n')], pods) }).filter,
    ).toEqual({ n: taken });
  });

  test('skips pods without host ports', () => {
    expect(runPlugin(nodePorts, { pod: makePod('p'), snapshot: makeSnapshot([makeNode('n')]) }).preFilter).toEqual({
      code: 'Skip',
      reasons: [],
    });
  });
});
