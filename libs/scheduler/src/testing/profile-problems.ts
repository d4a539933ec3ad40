import { args, names, type ProblemCase } from './problem-case.js';

const at = 'pluginConfig[0].args';
const REMOVED =
  'was invalid in version "kubescheduler.config.k8s.io/v1" (KubeSchedulerConfiguration is version ' +
  '"kubescheduler.config.k8s.io/v1")';

/** Problems of one profile: an entry of `profiles:`. */
export const PROFILE_PROBLEMS: readonly ProblemCase[] = [
  ['no object', [], ['Invalid value: "array": must be an object']],
  ['an empty name', { schedulerName: '' }, ['schedulerName: Required value']],
  [
    'the wrong type',
    { schedulerName: 7, plugins: [], pluginConfig: {}, percentageOfNodesToScore: 1.5 },
    [
      'schedulerName: Invalid value: "number": must be a string',
      'percentageOfNodesToScore: Invalid value: "number": must be an integer of 32 bits',
      'plugins: Invalid value: "array": must be an object',
      'pluginConfig: Invalid value: "object": must be a list',
    ],
  ],
  ['an unknown field', { plugin: {} }, ['plugin: unknown field "plugin"']],
  ['an unknown point', { plugins: { filters: {} } }, ['plugins.filters: unknown field "plugins.filters"']],
  [
    'an unknown plugin',
    { plugins: { filter: { enabled: names('Astrology') } } },
    ['plugins.filter.enabled[0].name: plugin "Astrology" does not exist'],
  ],
  [
    'a plugin that is gone',
    { plugins: { filter: { enabled: names('EBSLimits') } }, pluginConfig: names('CinderLimits') },
    [
      `plugins.filter.enabled[0]: Invalid value: "EBSLimits": ${REMOVED}`,
      `pluginConfig[0]: Invalid value: "CinderLimits": ${REMOVED}`,
    ],
  ],
  [
    'a weight that is none',
    { plugins: { score: { enabled: [{ name: 'NodeAffinity', weight: '2' }] } } },
    ['plugins.score.enabled[0].weight: Invalid value: "string": must be an integer of 32 bits'],
  ],
  [
    'a plugin where it has no business',
    { plugins: { score: { enabled: names('NodeName') } } },
    ['plugins.score.enabled[0].name: plugin "NodeName" does not extend ScorePlugin plugin'],
  ],
  [
    'a plugin twice',
    { plugins: { filter: { enabled: names('NodeName', 'NodeName') } } },
    ['plugins.filter.enabled[1].name: plugin "NodeName" already registered as "FilterPlugin"'],
  ],
  [
    'a plugin twice for all points',
    {
      plugins: {
        multiPoint: { disabled: names('*'), enabled: names('PrioritySort', 'DefaultBinder', 'NodeName', 'NodeName') },
      },
    },
    ['plugins.multiPoint.enabled[3].name: plugin "NodeName" already registered as "FilterPlugin"'],
  ],
  [
    'no plugin at all',
    { plugins: { multiPoint: { disabled: names('*') } } },
    [
      'plugins.queueSort: only one queue sort plugin required for profile with scheduler name ' +
        '"default-scheduler", but got 0',
      'plugins.bind: at least one bind plugin is needed for profile with scheduler name "default-scheduler"',
    ],
  ],
  [
    'several wrong things',
    { schedulerName: 7, percentageOfNodesToScore: 101, plugins: { filter: { enabled: [{}] } } },
    [
      'schedulerName: Invalid value: "number": must be a string',
      'percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]',
      'plugins.filter.enabled[0].name: Required value',
    ],
  ],
  ['args without a plugin', { pluginConfig: [{ args: {} }] }, ['pluginConfig[0].name: Required value']],
  ['args that are none', args('NodeAffinity', 'all'), [`${at}: Invalid value: "string": must be an object`]],
  [
    'args twice',
    { pluginConfig: [{ name: 'NodeAffinity' }, { name: 'NodeAffinity' }] },
    ['pluginConfig[1]: Duplicate value: "NodeAffinity"'],
  ],
  [
    'args of another kind',
    args('NodeAffinity', { apiVersion: 'v1', kind: 'NodePortsArgs' }),
    [
      `${at}.kind: Invalid value: "NodePortsArgs": must be NodeAffinityArgs`,
      `${at}.apiVersion: Invalid value: "v1": must be kubescheduler.config.k8s.io/v1`,
    ],
  ],
  [
    'an unknown arg',
    args('InterPodAffinity', { hardPodAffinity: 1 }),
    [`${at}.hardPodAffinity: unknown field "${at}.hardPodAffinity"`],
  ],
  [
    'InterPodAffinity',
    args('InterPodAffinity', { hardPodAffinityWeight: 101 }),
    [`${at}.hardPodAffinityWeight: Invalid value: 101: not in valid range [0, 100]`],
  ],
  [
    'DefaultPreemption',
    args('DefaultPreemption', { minCandidateNodesPercentage: -1, minCandidateNodesAbsolute: -1 }),
    [
      `${at}.minCandidateNodesPercentage: Invalid value: -1: not in valid range [0, 100]`,
      `${at}.minCandidateNodesAbsolute: Invalid value: -1: not in valid range [0, inf)`,
    ],
  ],
  [
    'DefaultPreemption of nothing',
    args('DefaultPreemption', { minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 0 }),
    [
      `${at}.minCandidateNodesPercentage: Invalid value: 0: cannot be zero at the same time as ` +
        'minCandidateNodesAbsolute',
      `${at}.minCandidateNodesAbsolute: Invalid value: 0: cannot be zero at the same time as ` +
        'minCandidateNodesPercentage',
    ],
  ],
  [
    'VolumeBinding',
    args('VolumeBinding', { bindTimeoutSeconds: -1, shape: [] }),
    [
      `${at}.bindTimeoutSeconds: Invalid value: -1: invalid BindTimeoutSeconds, should not be a negative value`,
      `${at}.shape: Forbidden: unexpected field \`shape\`, remove it or turn on the feature ` +
        'gate StorageCapacityScoring',
    ],
  ],
  [
    'DynamicResources',
    args('DynamicResources', { filterTimeout: '-1s' }),
    [`${at}.filterTimeout: Invalid value: "-1s": must be zero or positive`],
  ],
  [
    'DynamicResources forever',
    args('DynamicResources', { filterTimeout: 'ever' }),
    [`${at}.filterTimeout: Invalid value: "ever": must be a duration such as 10s`],
  ],
  [
    'NodeResourcesBalancedAllocation',
    args('NodeResourcesBalancedAllocation', { resources: [{ name: 'cpu', weight: 2 }, { name: 'cpu' }] }),
    [`${at}.resources[0].weight: Invalid value: 2: must be 1`, `${at}.resources[1].name: Duplicate value: "cpu"`],
  ],
  [
    'NodeResourcesFit',
    args('NodeResourcesFit', {
      ignoredResourceGroups: ['a/b'],
      scoringStrategy: { type: 'Most', resources: [{ name: 'cpu', weight: 101 }] },
    }),
    [
      `${at}.ignoredResourceGroups[0]: Invalid value: "a/b": resource group name can't contain '/'`,
      `${at}.scoringStrategy.type: Unsupported value: "Most": supported values: "LeastAllocated", "MostAllocated", ` +
        '"RequestedToCapacityRatio"',
      `${at}.scoringStrategy.resources[0].weight: Invalid value: 101: resource weight of cpu ` +
        'not in valid range (0, 100]',
    ],
  ],
  [
    'a ratio without a shape',
    args('NodeResourcesFit', { scoringStrategy: { type: 'RequestedToCapacityRatio' } }),
    [`${at}.scoringStrategy.requestedToCapacityRatio: Required value`],
  ],
  [
    'a shape that goes back',
    args('NodeResourcesFit', {
      scoringStrategy: {
        type: 'RequestedToCapacityRatio',
        requestedToCapacityRatio: { shape: [{ utilization: 10, score: 11 }, { utilization: 5 }] },
      },
    }),
    [
      `${at}.scoringStrategy.requestedToCapacityRatio.shape[1].utilization: Invalid value: 5: values must be ` +
        'sorted in increasing order',
      `${at}.scoringStrategy.requestedToCapacityRatio.shape[0].score: Invalid value: 11: not in valid range [0, 10]`,
    ],
  ],
  [
    'NodeAffinity',
    args('NodeAffinity', {
      addedAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Near' }] }],
        },
      },
    }),
    [
      `${at}.addedAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0]` +
        '.operator: Unsupported value: "Near": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"',
    ],
  ],
  [
    'PodTopologySpread',
    args('PodTopologySpread', {
      defaultConstraints: [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Maybe', labelSelector: {} }],
    }),
    [
      `${at}.defaultConstraints[0].maxSkew: Invalid value: 0: not in valid range (0, inf)`,
      `${at}.defaultConstraints[0].topologyKey: Required value: can not be empty`,
      `${at}.defaultConstraints[0].whenUnsatisfiable: Unsupported value: "Maybe": supported values: ` +
        '"DoNotSchedule", "ScheduleAnyway"',
      `${at}.defaultConstraints[0].labelSelector: Forbidden: constraint must not define a selector, as ` +
        'they deduced for each pod',
      `${at}.defaultingType: Invalid value: "System": when .defaultConstraints are not empty`,
    ],
  ],
  [
    'a constraint twice',
    args('PodTopologySpread', {
      defaultingType: 'List',
      defaultConstraints: [1, 2].map((maxSkew) => ({
        maxSkew,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
      })),
    }),
    [`${at}.defaultConstraints[1]: Duplicate value: "{zone, DoNotSchedule}"`],
  ],
];
