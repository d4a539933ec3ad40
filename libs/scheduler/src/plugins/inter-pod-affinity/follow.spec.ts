import type { PodAffinity } from '../../objects/objects.js';
import type { Plugin, Skip, Touched } from '../../plugin.js';
import { placedPod } from '../../snapshot/index.js';
import { makeCycles, makeNode, makePod, makeSnapshot, type PodBuilder } from '../../testing/index.js';
import { interPodAffinity } from './plugin.js';

const term = (topologyKey: string, app = 'x') => ({ topologyKey, labelSelector: { matchLabels: { app } } });
const required = (...keys: string[]): PodAffinity => ({
  requiredDuringSchedulingIgnoredDuringExecution: keys.map((key) => term(key)),
});
const preferred = (...keys: string[]): PodAffinity => ({
  preferredDuringSchedulingIgnoredDuringExecution: keys.map((key) => ({ weight: 5, podAffinityTerm: term(key) })),
});
const x = (name: string): PodBuilder => makePod(name).labels({ app: 'x' });

/** Rows 0 to 3; zones 1 and 2 are domains 0 and 1, no zone is 2. */
const nodes = [
  makeNode('a').labels({ zone: '1', rack: '1' }),
  makeNode('b').labels({ zone: '1', rack: '2' }),
  makeNode('c').labels({ zone: '2', rack: '1' }),
  makeNode('d'),
];

interface Moved {
  readonly incoming: PodBuilder;
  readonly there?: readonly PodBuilder[];
  /** Comes, or, being there, goes. */
  readonly pod: PodBuilder;
  readonly on?: string;
}

/** What the prepared answer says. */
function touchedBy(side: 'filter' | 'score', { incoming, there = [], pod, on = 'a' }: Moved): Touched | undefined {
  const snapshot = makeSnapshot(nodes, there);
  const plugin: Plugin = interPodAffinity;
  const cycle = makeCycles(
    incoming,
    snapshot,
  )({ plugin, args: { hardPodAffinityWeight: 1, ignorePreferredTermsOfExistingPods: false }, weight: 1 });
  const answer = side === 'filter' ? plugin.preFilter?.(cycle) : plugin.preScore?.(cycle, Uint32Array.of(0, 1, 2, 3));
  const moved = placedPod(pod);
  const row = snapshot.rowOf(on) ?? -1;
  const going = snapshot.removePod(moved.uid) !== undefined;
  if (!going) snapshot.addPod(moved, row);
  return (answer as Skip).follow?.(moved, row, going ? -1 : 1);
}

const near = makePod('p').affinity({ podAffinity: required('zone') });
const apart = makePod('p').affinity({ podAntiAffinity: required('zone') });
const keeper = (name: string, ...keys: string[]): PodBuilder =>
  makePod(name).affinity({ podAntiAffinity: required(...keys) });

describe('of required terms, a pod touches', () => {
  const cases: [name: string, moved: Moved, want: Touched][] = [
    ['nothing when no term means it', { incoming: apart, pod: makePod('q') }, []],
    ['nothing on a node without the key', { incoming: apart, pod: x('q'), on: 'd' }, []],
    ['the domain it comes to', { incoming: apart, pod: x('q'), on: 'c' }, [1]],
    ['the domain it goes from', { incoming: apart, there: [x('q').onNode('b')], pod: x('q'), on: 'b' }, [0]],
    ['all when it is the first to be near to', { incoming: near, pod: x('q') }, 'all'],
    ['its domain when it is not the first', { incoming: near, there: [x('e').onNode('c')], pod: x('q') }, [0]],
    ['all when the last goes', { incoming: near, there: [x('q').onNode('a')], pod: x('q') }, 'all'],
    [
      'everything when it is the first that keeps others away',
      { incoming: x('p'), pod: keeper('q', 'zone') },
      'prepare',
    ],
    [
      'everything when it keeps others away by another key',
      { incoming: x('p'), there: [keeper('e', 'zone').onNode('a')], pod: keeper('q', 'rack') },
      'prepare',
    ],
    [
      'its domain when it keeps others away by the same',
      { incoming: x('p'), there: [keeper('e', 'zone').onNode('a')], pod: keeper('q', 'zone'), on: 'c' },
      [1],
    ],
    [
      'everything when the last that kept others away goes',
      { incoming: x('p'), there: [keeper('q', 'zone').onNode('a')], pod: keeper('q', 'zone') },
      'prepare',
    ],
    ['nothing of a pod that it does not keep away', { incoming: makePod('p'), pod: keeper('q', 'zone') }, []],
    [
      'of two keys the domains that share a value',
      { incoming: x('p'), there: [keeper('e', 'zone', 'rack').onNode('b')], pod: keeper('q', 'rack'), on: 'a' },
      [0, 2],
    ],
  ];
  test.each(cases)('%s', (_name, moved, want) => expect(touchedBy('filter', moved)).toEqual(want));
});

describe('of preferred terms, a pod touches', () => {
  const likes = makePod('p').affinity({ podAffinity: preferred('zone') });
  const fickle = makePod('p').affinity({ podAffinity: preferred('zone'), podAntiAffinity: preferred('zone') });
  const cases: [name: string, moved: Moved, want: Touched][] = [
    ['everything when it is the first that is meant', { incoming: likes, pod: x('q') }, 'prepare'],
    ['its domain when it is not', { incoming: likes, there: [x('e').onNode('a')], pod: x('q'), on: 'c' }, [1]],
    ['nothing when no term means it', { incoming: likes, there: [x('e').onNode('a')], pod: makePod('q') }, []],
    ['everything when the last goes', { incoming: likes, there: [x('q').onNode('a')], pod: x('q') }, 'prepare'],
    [
      'the one domain there is where all weights cancel out',
      { incoming: fickle, there: [x('e').onNode('a')], pod: x('q'), on: 'c' },
      [0],
    ],
    [
      'everything when the last goes of which all weights cancelled out',
      { incoming: fickle, there: [x('q').onNode('a')], pod: x('q') },
      'prepare',
    ],
    [
      'everything when its own terms bring a new key',
      {
        incoming: x('p'),
        there: [
          x('e')
            .affinity({ podAffinity: preferred('zone') })
            .onNode('a'),
        ],
        pod: makePod('q').affinity({ podAffinity: preferred('rack') }),
      },
      'prepare',
    ],
  ];
  test.each(cases)('%s', (_name, moved, want) => expect(touchedBy('score', moved)).toEqual(want));
});
