import type { Pod } from '../../objects/objects.js';
import { makeNode, makePod, makeSnapshot, runPlugin, type NodeBuilder } from '../../testing/index.js';
import { imageLocality } from './plugin.js';

describe('ImageLocality', () => {
  const cases: [name: string, nodes: NodeBuilder[], pod: Pod, want: Record<string, number>][] = [
    [
      'counts the size by the share of nodes that have it',
      [makeNode('a').image('app:1', 500), makeNode('b')],
      makePod('p'),
      { a: 23, b: 0 },
    ],
    [
      'knows one size for all nodes: that of the first',
      [makeNode('a').image('app:1', 500), makeNode('b').image('app:1', 900), makeNode('c')],
      makePod('p'),
      { a: 31, b: 31, c: 0 },
    ],
    ['ends at 1000 MiB a container', [makeNode('a').image('app:1', 5000)], makePod('p'), { a: 100 }],
    [
      'starts at 23 MiB',
      [makeNode('a').image('app:1', 23), makeNode('b').image('app:1', 23)],
      makePod('p'),
      { a: 0, b: 0 },
    ],
    ['reads no tag as latest', [makeNode('a').image('app:latest', 1000)], makePod('p').image('app'), { a: 100 }],
    [
      'reads the colon of a registry as its port',
      [makeNode('a').image('r:5000/app:latest', 1000)],
      makePod('p').image('r:5000/app'),
      { a: 100 },
    ],
    [
      'counts init containers too, and all containers in the range',
      [makeNode('a').image('app:1', 400).image('init:1', 400)],
      makePod('p').initContainer({}, { image: 'init:1' }),
      { a: 39 },
    ],
    [
      'counts an image twice that is used twice',
      [makeNode('a').image('app:1', 400)],
      makePod('p').container({ image: 'app:1' }),
      { a: 39 },
    ],
    [
      'counts init containers where there are no others',
      [makeNode('a').image('init:1', 400)],
      makePod('p').with({ containers: null }).initContainer({}, { image: 'init:1' }),
      { a: 38 },
    ],
    ['has nothing to say of a pod without spec', [makeNode('a').image('app:1', 400)], {}, { a: 0 }],
    [
      'has nothing to say of a pod without containers',
      [makeNode('a').image('app:1', 400)],
      makePod('p').with({ containers: [] }),
      { a: 0 },
    ],
  ];
  test.each(cases)('%s', (_name, nodes, pod, want) => {
    const answers = runPlugin(imageLocality, { pod, snapshot: makeSnapshot(nodes) });
    expect([answers.raw, answers.normalized]).toEqual([want, want]);
  });
});
