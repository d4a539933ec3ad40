import { schedulingClass } from './scheduling-class.js';
import { makePod, type PodBuilder } from '../testing/index.js';

describe('two pods are of one class', () => {
  const cases: [name: string, a: PodBuilder, b: PodBuilder, same: boolean][] = [
    ['whatever they are called', makePod('a'), makePod('b'), true],
    ['whenever they were made', makePod('a').created('2026-01-01T00:00:00Z'), makePod('b'), true],
    [
      'in whatever order their labels are',
      makePod('a').labels({ x: '1', y: '2' }),
      makePod('b').labels({ y: '2', x: '1' }),
      true,
    ],
    ["with ports that are not the host's", makePod('a').hostPort(0), makePod('b'), true],
    ['but not in two namespaces', makePod('a'), makePod('b').namespace('other'), false],
    ['nor with other labels', makePod('a').labels({ x: '1' }), makePod('b').labels({ x: '2' }), false],
    ['nor with other requests', makePod('a').requests({ cpu: 1 }), makePod('b').requests({ cpu: 2 }), false],
    ['nor with other images', makePod('a').image('x'), makePod('b').image('y'), false],
    ['nor of other priority', makePod('a').priority(1), makePod('b'), false],
    ['no priority is 0', makePod('a').priority(0), makePod('b'), true],
    [
      'nor of another controller',
      makePod('a').ownedBy('ReplicaSet', 'x'),
      makePod('b').ownedBy('ReplicaSet', 'y'),
      false,
    ],
    ['nor with other host ports', makePod('a').hostPort(80), makePod('b').hostPort(81), false],
    ['and nominations are another matter', makePod('a').nominatedTo('n'), makePod('b'), true],
    [
      "nor with ephemeral volumes, whose claims have the pod's name",
      makePod('a').with({ volumes: [{ ephemeral: {} }] }),
      makePod('b').with({ volumes: [{ ephemeral: {} }] }),
      false,
    ],
    [
      'nor when they were made anew: ephemeral claims belong to a uid',
      makePod('a').with({ volumes: [{ ephemeral: {} }] }),
      Object.assign(makePod('a').with({ volumes: [{ ephemeral: {} }] }), {
        metadata: { name: 'a', namespace: 'default', uid: 'b' },
      }),
      false,
    ],
    ['nor with other claims', makePod('a').claims('x'), makePod('b').claims('y'), false],
    ['but with the same claims', makePod('a').claims('x'), makePod('b').claims('x'), true],
    [
      'nor when one of them is being resized',
      makePod('a').withStatus({ containerStatuses: [{ name: 'c', resources: { requests: { cpu: 1 } } }] }),
      makePod('b'),
      false,
    ],
    ['nor with required terms, even none', makePod('a').requires(), makePod('b'), false],
  ];
  test.each(cases)('%s', (_name, a, b, same) => expect(schedulingClass(a) === schedulingClass(b)).toBe(same));
});
