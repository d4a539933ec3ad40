import { definePlugin } from '../plugin.js';
import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import type { ProfileConfiguration } from './profile.js';
import { defaultProfile, readProfile } from './read-profile.js';

const configuration = (value: unknown): ProfileConfiguration => {
  const read = readProfile(value);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile.configuration;
};
const problems = (value: unknown): string[] => {
  const read = readProfile(value);
  return 'problems' in read ? read.problems.map(({ path, message }) => `${path}: ${message}`) : [];
};
const names = (...list: string[]) => list.map((name) => ({ name }));
const scores = (value: unknown): string[] => configuration(value).plugins.score.map(({ name, weight }) => `${name}*${weight}`);

const DEFAULT_SCORES = [
  'TaintToleration*3', 'NodeAffinity*2', 'NodeResourcesFit*1', 'VolumeBinding*1', 'PodTopologySpread*2', 'InterPodAffinity*2',
  'NodeResourcesBalancedAllocation*1', 'ImageLocality*1',
];

describe('the default profile', () => {
  test('has kube-scheduler v1.34 plugins in its order', () => {
    const { plugins } = defaultProfile().configuration;
    expect(plugins.preEnqueue).toEqual(['SchedulingGates', 'DynamicResources', 'DefaultPreemption']);
    expect(plugins.filter).toEqual([
      'NodeUnschedulable', 'NodeName', 'TaintToleration', 'NodeAffinity', 'NodePorts', 'NodeResourcesFit', 'VolumeRestrictions', 'NodeVolumeLimits',
      'VolumeBinding', 'VolumeZone', 'PodTopologySpread', 'InterPodAffinity', 'DynamicResources',
    ]);
    expect([plugins.postFilter, plugins.reserve, plugins.bind]).toEqual([['DynamicResources', 'DefaultPreemption'], ['VolumeBinding', 'DynamicResources'], ['DefaultBinder']]);
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
      { name: 'NodeResourcesBalancedAllocation', args: { resources: [{ name: 'cpu', weight: 1 }, { name: 'memory', weight: 1 }] } },
      { name: 'NodeResourcesFit', args: { scoringStrategy: { type: 'LeastAllocated', resources: [{ name: 'cpu', weight: 1 }, { name: 'memory', weight: 1 }] } } },
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
    ['all disabled and one enabled', { score: { disabled: names('*'), enabled: [{ name: 'ImageLocality', weight: 5 }] } }, ['ImageLocality*5']],
    ['disabled and enabled anew: at the end', { score: { disabled: names('InterPodAffinity'), enabled: [{ name: 'InterPodAffinity', weight: 7 }] } },
      [...without('InterPodAffinity'), 'InterPodAffinity*7']],
    ['enabled without being disabled: first, as an override', { score: { enabled: [{ name: 'ImageLocality', weight: 9 }] } }, ['ImageLocality*9', ...without('ImageLocality')]],
    ['a new weight in multiPoint keeps the place', { multiPoint: { enabled: [{ name: 'NodeAffinity', weight: 8 }] } },
      DEFAULT_SCORES.map((score) => (score === 'NodeAffinity*2' ? 'NodeAffinity*8' : score))],
    ['no weight is 1', { multiPoint: { enabled: names('NodeAffinity') } }, DEFAULT_SCORES.map((score) => (score === 'NodeAffinity*2' ? 'NodeAffinity*1' : score))],
    ['multiPoint disabled', { multiPoint: { disabled: names('NodeAffinity', 'TaintToleration') } }, without('NodeAffinity').filter((score) => score !== 'TaintToleration*3')],
    ['multiPoint disabled and enabled anew: at the end', { multiPoint: { disabled: names('NodeAffinity'), enabled: names('NodeAffinity') } }, [...without('NodeAffinity'), 'NodeAffinity*1']],
    ['only what is named', { multiPoint: { disabled: names('*'), enabled: names('PrioritySort', 'DefaultBinder', 'ImageLocality') } }, ['ImageLocality*1']],
    ['the weight of the point before that of multiPoint', { multiPoint: { enabled: [{ name: 'ImageLocality', weight: 4 }] }, score: { enabled: [{ name: 'ImageLocality', weight: 6 }] } },
      ['ImageLocality*6', ...without('ImageLocality')]],
  ];
  test.each(cases)('%s', (_name, plugins, want) => expect(scores({ plugins })).toEqual(want));
});

describe('a profile that says', () => {
  const args = (name: string, value: unknown) => ({ pluginConfig: [{ name, args: value }] });
  const at = 'pluginConfig[0].args';
  const cases: [name: string, profile: unknown, want: string[]][] = [
    ['nothing wrong', { schedulerName: 'mine', percentageOfNodesToScore: 50 }, []],
    ['no object', [], [': Invalid value: "array": must be an object']],
    ['an unknown field', { plugin: {} }, ['plugin: Forbidden: unknown field']],
    ['an unknown point', { plugins: { filters: {} } }, ['plugins.filters: Forbidden: unknown field']],
    ['an unknown plugin', { plugins: { filter: { enabled: names('Astrology'), disabled: names('Alchemy') } } },
      ['plugins.filter.enabled[0].name: plugin "Astrology" does not exist', 'plugins.filter.disabled[0].name: plugin "Alchemy" does not exist']],
    ['a plugin where it has no business', { plugins: { score: { enabled: names('NodeName') } } },
      ['plugins.score.enabled[0].name: plugin "NodeName" does not extend ScorePlugin plugin']],
    ['a plugin twice', { plugins: { filter: { enabled: names('NodeName', 'NodeName') } } },
      ['plugins.filter.enabled[1].name: plugin "NodeName" already registered as "FilterPlugin"']],
    ['no plugin at all', { plugins: { multiPoint: { disabled: names('*') } } }, [
      'plugins.queueSort: only one queue sort plugin required for profile with scheduler name "default-scheduler", but got 0',
      'plugins.bind: at least one bind plugin is needed for profile with scheduler name "default-scheduler"',
    ]],
    ['several wrong things', { schedulerName: 7, percentageOfNodesToScore: 101, plugins: { filter: { enabled: [{}] } } }, [
      'schedulerName: Invalid value: "number": must be a string',
      'percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]',
      'plugins.filter.enabled[0].name: Required value',
    ]],
    ['args of an unknown plugin', args('Astrology', {}), ['pluginConfig[0].name: plugin "Astrology" does not exist']],
    ['args twice', { pluginConfig: [{ name: 'NodeAffinity' }, { name: 'NodeAffinity' }] }, ['pluginConfig[1]: Duplicate value: "NodeAffinity"']],
    ['args where none are taken', args('NodeName', {}), [`${at}: Forbidden: NodeName takes no args`]],
    ['args of another kind', args('NodeAffinity', { apiVersion: 'v1', kind: 'NodePortsArgs' }), [
      `${at}.kind: Invalid value: "NodePortsArgs": must be NodeAffinityArgs`, `${at}.apiVersion: Invalid value: "v1": must be kubescheduler.config.k8s.io/v1`,
    ]],
    ['an unknown arg', args('InterPodAffinity', { hardPodAffinity: 1 }), [`${at}.hardPodAffinity: Forbidden: unknown field`]],
    ['InterPodAffinity', args('InterPodAffinity', { hardPodAffinityWeight: 101 }), [`${at}.hardPodAffinityWeight: Invalid value: 101: not in valid range [0, 100]`]],
    ['DefaultPreemption', args('DefaultPreemption', { minCandidateNodesPercentage: -1, minCandidateNodesAbsolute: -1 }), [
      `${at}.minCandidateNodesPercentage: Invalid value: -1: not in valid range [0, 100]`, `${at}.minCandidateNodesAbsolute: Invalid value: -1: not in valid range [0, inf)`,
    ]],
    ['DefaultPreemption of nothing', args('DefaultPreemption', { minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 0 }), [
      `${at}.minCandidateNodesPercentage: Invalid value: 0: cannot be zero at the same time as minCandidateNodesAbsolute`,
      `${at}.minCandidateNodesAbsolute: Invalid value: 0: cannot be zero at the same time as minCandidateNodesPercentage`,
    ]],
    ['VolumeBinding', args('VolumeBinding', { bindTimeoutSeconds: -1, shape: [] }), [
      `${at}.bindTimeoutSeconds: Invalid value: -1: invalid BindTimeoutSeconds, should not be a negative value`,
      `${at}.shape: Forbidden: unexpected field \`shape\`, remove it or turn on the feature gate StorageCapacityScoring`,
    ]],
    ['DynamicResources', args('DynamicResources', { filterTimeout: '-1s' }), [`${at}.filterTimeout: Invalid value: "-1s": must be zero or positive`]],
    ['DynamicResources forever', args('DynamicResources', { filterTimeout: 'ever' }), [`${at}.filterTimeout: Invalid value: "ever": must be a duration such as 10s`]],
    ['NodeResourcesBalancedAllocation', args('NodeResourcesBalancedAllocation', { resources: [{ name: 'cpu', weight: 2 }, { name: 'cpu' }] }), [
      `${at}.resources[0].weight: Invalid value: 2: must be 1`, `${at}.resources[1].name: Duplicate value: "cpu"`,
    ]],
    ['NodeResourcesFit', args('NodeResourcesFit', { ignoredResourceGroups: ['a/b'], scoringStrategy: { type: 'Most', resources: [{ name: 'cpu', weight: 101 }] } }), [
      `${at}.ignoredResourceGroups[0]: Invalid value: "a/b": resource group name can't contain '/'`,
      `${at}.scoringStrategy.type: Unsupported value: "Most": supported values: "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"`,
      `${at}.scoringStrategy.resources[0].weight: Invalid value: 101: resource weight of cpu not in valid range (0, 100]`,
    ]],
    ['a ratio without a shape', args('NodeResourcesFit', { scoringStrategy: { type: 'RequestedToCapacityRatio' } }), [`${at}.scoringStrategy.requestedToCapacityRatio: Required value`]],
    ['a shape that goes back', args('NodeResourcesFit', { scoringStrategy: { type: 'RequestedToCapacityRatio', requestedToCapacityRatio: { shape: [{ utilization: 10, score: 11 }, { utilization: 5 }] } } }), [
      `${at}.scoringStrategy.requestedToCapacityRatio.shape[1].utilization: Invalid value: 5: values must be sorted in increasing order`,
      `${at}.scoringStrategy.requestedToCapacityRatio.shape[0].score: Invalid value: 11: not in valid range [0, 10]`,
    ]],
    ['NodeAffinity', args('NodeAffinity', { addedAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Near' }] }] } } }), [
      `${at}.addedAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator: `
      + 'Unsupported value: "Near": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"',
    ]],
    ['PodTopologySpread', args('PodTopologySpread', { defaultConstraints: [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Maybe', labelSelector: {} }] }), [
      `${at}.defaultConstraints[0].maxSkew: Invalid value: 0: not in valid range (0, inf)`,
      `${at}.defaultConstraints[0].topologyKey: Required value: can not be empty`,
      `${at}.defaultConstraints[0].whenUnsatisfiable: Unsupported value: "Maybe": supported values: "DoNotSchedule", "ScheduleAnyway"`,
      `${at}.defaultConstraints[0].labelSelector: Forbidden: constraint must not define a selector, as they deduced for each pod`,
      `${at}.defaultingType: Invalid value: "System": when .defaultConstraints are not empty`,
    ]],
    ['a constraint twice', args('PodTopologySpread', { defaultingType: 'List', defaultConstraints: [1, 2].map((maxSkew) => ({ maxSkew, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' })) }),
      [`${at}.defaultConstraints[1]: Duplicate value: "{zone, DoNotSchedule}"`]],
  ];
  test.each(cases)('%s', (_name, profile, want) => expect(problems(profile)).toEqual(want));
});

test('a plugin of one\'s own joins by being named', () => {
  const evenNames = definePlugin({ name: 'EvenNames', score: () => ({ kind: 'score', score: (row) => (row % 2 === 0 ? 100 : 0) }) });
  const read = readProfile({ plugins: { multiPoint: { enabled: [{ name: 'EvenNames', weight: 2 }] } } }, [...IN_TREE_PLUGINS, evenNames]);
  expect('profile' in read && read.profile.points.score.map(({ plugin, weight }) => [plugin.name, weight]).at(-1)).toEqual(['EvenNames', 2]);
});
