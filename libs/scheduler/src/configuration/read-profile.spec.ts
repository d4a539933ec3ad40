import { definePlugin } from '../plugin.js';
import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import type { ProfileConfiguration } from '../profile/profile.js';
import { defaultProfile, readProfile } from './read-profile.js';

const configuration = (value: unknown): ProfileConfiguration => {
  const read = readProfile(value);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile.configuration;
};
const names = (...list: string[]) => list.map((name) => ({ name }));
const scores = (value: unknown): string[] =>
  configuration(value).plugins.score.map(({ name, weight }) => `${name}*${weight}`);

const DEFAULT_SCORES = [
  'TaintToleration*3',
  'NodeAffinity*2',
  'NodeResourcesFit*1',
  'VolumeBinding*1',
  'PodTopologySpread*2',
  'InterPodAffinity*2',
  'NodeResourcesBalancedAllocation*1',
  'ImageLocality*1',
];

describe('the default profile', () => {
  test('has kube-scheduler v1.34 plugins in its order', () => {
    const { plugins } = defaultProfile().configuration;
    expect(plugins.preEnqueue).toEqual(['SchedulingGates', 'DynamicResources', 'DefaultPreemption']);
    expect(plugins.filter).toEqual([
      'NodeUnschedulable',
      'NodeName',
      'TaintToleration',
      'NodeAffinity',
      'NodePorts',
      'NodeResourcesFit',
      'VolumeRestrictions',
      'NodeVolumeLimits',
      'VolumeBinding',
      'VolumeZone',
      'PodTopologySpread',
      'InterPodAffinity',
      'DynamicResources',
    ]);
    expect([plugins.postFilter, plugins.reserve, plugins.bind]).toEqual([
      ['DynamicResources', 'DefaultPreemption'],
      ['VolumeBinding', 'DynamicResources'],
      ['DefaultBinder'],
    ]);
    expect(scores({})).toEqual(DEFAULT_SCORES);
  });
  test('has the args of every plugin that takes some, as plain JSON', () => {
    const { schedulerName, pluginConfig } = defaultProfile().configuration;
    expect(schedulerName).toBe('default-scheduler');
    expect(pluginConfig).toEqual([
      { name: 'DefaultPreemption', args: { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100 } },
      { name: 'DynamicResources', args: { filterTimeout: '10s' } },
      { name: 'InterPodAffinity', args: { hardPodAffinityWeight: 1, ignorePreferredTermsOfExistingPods: false } },
      { name: 'NodeAffinity', args: {} },
      {
        name: 'NodeResourcesBalancedAllocation',
        args: {
          resources: [
            { name: 'cpu', weight: 1 },
            { name: 'memory', weight: 1 },
          ],
        },
      },
      {
        name: 'NodeResourcesFit',
        args: {
          scoringStrategy: {
            type: 'LeastAllocated',
            resources: [
              { name: 'cpu', weight: 1 },
              { name: 'memory', weight: 1 },
            ],
          },
        },
      },
      { name: 'PodTopologySpread', args: { defaultingType: 'System' } },
      { name: 'VolumeBinding', args: { bindTimeoutSeconds: 600 } },
    ]);
    expect(JSON.parse(JSON.stringify(pluginConfig))).toEqual(pluginConfig);
  });
});

describe('a profile is merged with the defaults:', () => {
  const without = (name: string): string[] => DEFAULT_SCORES.filter((score) => !score.startsWith(`${name}*`));
  const cases: [name: string, plugins: unknown, want: string[]][] = [
    ['a score disabled', { score: { disabled: names('ImageLocality') } }, without('ImageLocality')],
    ['all scores disabled', { score: { disabled: names('*') } }, []],
    [
      'all disabled and one enabled',
      { score: { disabled: names('*'), enabled: [{ name: 'ImageLocality', weight: 5 }] } },
      ['ImageLocality*5'],
    ],
    [
      'disabled and enabled anew: at the end',
      { score: { disabled: names('InterPodAffinity'), enabled: [{ name: 'InterPodAffinity', weight: 7 }] } },
      [...without('InterPodAffinity'), 'InterPodAffinity*7'],
    ],
    [
      'enabled without being disabled: first, as an override',
      { score: { enabled: [{ name: 'ImageLocality', weight: 9 }] } },
      ['ImageLocality*9', ...without('ImageLocality')],
    ],
    [
      'a new weight in multiPoint keeps the place',
      { multiPoint: { enabled: [{ name: 'NodeAffinity', weight: 8 }] } },
      DEFAULT_SCORES.map((score) => (score === 'NodeAffinity*2' ? 'NodeAffinity*8' : score)),
    ],
    [
      'no weight is 1',
      { multiPoint: { enabled: names('NodeAffinity') } },
      DEFAULT_SCORES.map((score) => (score === 'NodeAffinity*2' ? 'NodeAffinity*1' : score)),
    ],
    [
      'multiPoint disabled',
      { multiPoint: { disabled: names('NodeAffinity', 'TaintToleration') } },
      without('NodeAffinity').filter((score) => score !== 'TaintToleration*3'),
    ],
    [
      'multiPoint disabled and enabled anew: at the end',
      { multiPoint: { disabled: names('NodeAffinity'), enabled: names('NodeAffinity') } },
      [...without('NodeAffinity'), 'NodeAffinity*1'],
    ],
    [
      'only what is named',
      { multiPoint: { disabled: names('*'), enabled: names('PrioritySort', 'DefaultBinder', 'ImageLocality') } },
      ['ImageLocality*1'],
    ],
    [
      'the weight of the point before that of multiPoint',
      {
        multiPoint: { enabled: [{ name: 'ImageLocality', weight: 4 }] },
        score: { enabled: [{ name: 'ImageLocality', weight: 6 }] },
      },
      ['ImageLocality*6', ...without('ImageLocality')],
    ],
  ];
  test.each(cases)('%s', (_name, plugins, want) => expect(scores({ plugins })).toEqual(want));
});

test("a plugin of one's own joins by being named", () => {
  const evenNames = definePlugin({
    name: 'EvenNames',
    score: () => ({ kind: 'score', score: (row) => (row % 2 === 0 ? 100 : 0) }),
  });
  const read = readProfile({ plugins: { multiPoint: { enabled: [{ name: 'EvenNames', weight: 2 }] } } }, [
    ...IN_TREE_PLUGINS,
    evenNames,
  ]);
  expect(
    'profile' in read && read.profile.points.score.map(({ plugin, weight }) => [plugin.name, weight]).at(-1),
  ).toEqual(['EvenNames', 2]);
});
