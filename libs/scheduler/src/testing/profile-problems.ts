/** One way to get a profile or a configuration wrong, and the texts that its author sees: all of them, in order. */
export type ProblemCase = readonly [says: string, input: unknown, texts: readonly string[]];

interface Name {
  readonly name: string;
}

const names = (...list: readonly string[]): readonly Name[] => list.map((name) => ({ name }));
const args = (name: string, value: unknown): object => ({ pluginConfig: [{ name, args: value }] });
const at = 'pluginConfig[0].args';
const REMOVED =
  'was invalid in version "kubescheduler.config.k8s.io/v1" (KubeSchedulerConfiguration is version "kubescheduler.config.k8s.io/v1")';

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
      'plugins.queueSort: only one queue sort plugin required for profile with scheduler name "default-scheduler", but got 0',
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
  ['args of nobody', { pluginConfig: [{ args: {} }] }, ['pluginConfig[0].name: Required value']],
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
      `${at}.minCandidateNodesPercentage: Invalid value: 0: cannot be zero at the same time as minCandidateNodesAbsolute`,
      `${at}.minCandidateNodesAbsolute: Invalid value: 0: cannot be zero at the same time as minCandidateNodesPercentage`,
    ],
  ],
  [
    'VolumeBinding',
    args('VolumeBinding', { bindTimeoutSeconds: -1, shape: [] }),
    [
      `${at}.bindTimeoutSeconds: Invalid value: -1: invalid BindTimeoutSeconds, should not be a negative value`,
      `${at}.shape: Forbidden: unexpected field \`shape\`, remove it or turn on the feature gate StorageCapacityScoring`,
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
      `${at}.scoringStrategy.type: Unsupported value: "Most": supported values: "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"`,
      `${at}.scoringStrategy.resources[0].weight: Invalid value: 101: resource weight of cpu not in valid range (0, 100]`,
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
      `${at}.scoringStrategy.requestedToCapacityRatio.shape[1].utilization: Invalid value: 5: values must be sorted in increasing order`,
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
      `${at}.addedAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator: ` +
        'Unsupported value: "Near": supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"',
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
      `${at}.defaultConstraints[0].whenUnsatisfiable: Unsupported value: "Maybe": supported values: "DoNotSchedule", "ScheduleAnyway"`,
      `${at}.defaultConstraints[0].labelSelector: Forbidden: constraint must not define a selector, as they deduced for each pod`,
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

const HEADER = { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' };
const profiles = (...list: readonly unknown[]): object => ({ ...HEADER, profiles: list });
const queueSort = { queueSort: { enabled: names('PrioritySort') } };

/** Problems of a whole KubeSchedulerConfiguration. */
export const CONFIGURATION_PROBLEMS: readonly ProblemCase[] = [
  [
    'no object',
    'profiles: []',
    ['Invalid value: "string": must be an object', 'apiVersion: Required value', 'kind: Required value'],
  ],
  [
    'another version',
    { ...HEADER, apiVersion: 'kubescheduler.config.k8s.io/v1beta3' },
    [
      'apiVersion: Unsupported value: "kubescheduler.config.k8s.io/v1beta3": supported values: "kubescheduler.config.k8s.io/v1"',
    ],
  ],
  [
    'another kind',
    { ...HEADER, kind: 'KubeProxyConfiguration' },
    ['kind: Unsupported value: "KubeProxyConfiguration": supported values: "KubeSchedulerConfiguration"'],
  ],
  ['an unknown field', { ...HEADER, profile: [] }, ['profile: unknown field "profile"']],
  [
    'unknown fields further down',
    { ...profiles({ plugins: { scores: {} } }), leaderElection: { leader: true } },
    [
      'leaderElection.leader: unknown field "leaderElection.leader"',
      'profiles[0].plugins.scores: unknown field "profiles[0].plugins.scores"',
    ],
  ],
  ['profiles that are no list', { ...HEADER, profiles: {} }, ['profiles: Invalid value: "object": must be a list']],
  [
    'several profiles without names',
    profiles({}, { schedulerName: 'b' }, {}),
    ['profiles[0].schedulerName: Required value', 'profiles[2].schedulerName: Required value'],
  ],
  [
    'a name twice',
    profiles({ schedulerName: 'a' }, { schedulerName: 'a' }),
    ['profiles[1].schedulerName: Duplicate value: "profiles[0].schedulerName"'],
  ],
  [
    'another order of the one queue',
    profiles({ schedulerName: 'a', plugins: queueSort }, { schedulerName: 'b' }),
    ['profiles[1].plugins.queueSort: Invalid value: {"enabled":[],"disabled":[]}: must be the same for all profiles'],
  ],
  [
    'other args for it',
    profiles(
      { schedulerName: 'a', plugins: queueSort },
      { schedulerName: 'b', plugins: queueSort, pluginConfig: [{ name: 'PrioritySort', args: { by: 'age' } }] },
    ),
    ['profiles[1].pluginConfig[0].args: Invalid value: {"by":"age"}: queueSort must be the same for all profiles'],
  ],
  [
    'two orders of it',
    profiles({ plugins: { queueSort: { enabled: names('PrioritySort', 'Oldest') } } }),
    [
      'profiles[0].plugins.queueSort.enabled[1].name: plugin "Oldest" does not exist',
      'profiles[0].plugins.queueSort.enabled: Invalid value: 2: only one queue sort plugin can be enabled',
    ],
  ],
  [
    'a profile that is not valid',
    profiles({
      schedulerName: 'a',
      plugins: { filter: { enabled: names('Astrology') }, bind: { disabled: names('*') } },
    }),
    [
      'profiles[0].plugins.filter.enabled[0].name: plugin "Astrology" does not exist',
      'profiles[0].plugins.bind: at least one bind plugin is needed for profile with scheduler name "a"',
    ],
  ],
  [
    'extenders',
    { ...HEADER, extenders: [{ urlPrefix: 'http://extender' }] },
    ['extenders: Forbidden: scheduler extenders are not supported yet'],
  ],
  [
    'numbers out of range',
    { ...HEADER, parallelism: 0, percentageOfNodesToScore: 101, podInitialBackoffSeconds: 0, podMaxBackoffSeconds: -1 },
    [
      'parallelism: Invalid value: 0: should be an integer value greater than zero',
      'podInitialBackoffSeconds: Invalid value: 0: must be greater than 0',
      'podMaxBackoffSeconds: Invalid value: -1: must be greater than or equal to PodInitialBackoffSeconds',
      'percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]',
    ],
  ],
  [
    'a first wait longer than the default of the last',
    { ...HEADER, podInitialBackoffSeconds: 11 },
    ['podMaxBackoffSeconds: Invalid value: 10: must be greater than or equal to PodInitialBackoffSeconds'],
  ],
  [
    'a client that may send less than nothing',
    { ...HEADER, clientConnection: { burst: -1, qps: 'many' } },
    [
      'clientConnection.qps: Invalid value: "string": must be a number',
      'clientConnection.burst: Invalid value: -1: must be non-negative',
    ],
  ],
  [
    'an election that nobody can win',
    {
      ...HEADER,
      leaderElection: { leaseDuration: '-1s', renewDeadline: '-1m', retryPeriod: '-2h', resourceLock: 'endpoints' },
    },
    [
      'leaderElection.leaseDuration: Invalid value: "-1s": must be greater than zero',
      'leaderElection.renewDeadline: Invalid value: "-1m": must be greater than zero',
      'leaderElection.retryPeriod: Invalid value: "-2h": must be greater than zero',
      'leaderElection.resourceLock: Invalid value: "endpoints": resourceLock value must be "leases"',
    ],
  ],
  [
    'a lease that ends too soon',
    { ...HEADER, leaderElection: { leaseDuration: '10s' } },
    ['leaderElection.leaseDuration: Invalid value: "10s": must be greater than `RenewDeadline`'],
  ],
  [
    'a duration that is none',
    { ...HEADER, leaderElection: { leaseDuration: 'ever' } },
    ['leaderElection.leaseDuration: Invalid value: "ever": must be a duration such as 10s'],
  ],
  [
    'switches that are none',
    { ...HEADER, enableProfiling: 'yes', delayCacheUntilActive: 1 },
    [
      'enableProfiling: Invalid value: "string": must be true or false',
      'delayCacheUntilActive: Invalid value: "number": must be true or false',
    ],
  ],
];

/** What is accepted, as kube-scheduler accepts it, and changes nothing: what the answer says of it. */
export const IGNORED_FIELDS: readonly ProblemCase[] = [
  [
    'settings of the process',
    {
      ...HEADER,
      parallelism: 16,
      enableProfiling: true,
      enableContentionProfiling: false,
      delayCacheUntilActive: false,
      extenders: [],
      clientConnection: {
        kubeconfig: '/etc/kubernetes/scheduler.conf',
        acceptContentTypes: '',
        contentType: '',
        qps: 50.5,
        burst: 0,
      },
      leaderElection: {
        leaderElect: false,
        leaseDuration: '-1s',
        renewDeadline: '0s',
        retryPeriod: '2s',
        resourceLock: 'x',
        resourceName: 'n',
        resourceNamespace: 's',
      },
    },
    [
      'parallelism: no decision depends on it',
      'enableProfiling: it is about the process of kube-scheduler',
      'enableContentionProfiling: it is about the process of kube-scheduler',
      'delayCacheUntilActive: it is about the process of kube-scheduler',
      'clientConnection: it is about the process of kube-scheduler',
      'leaderElection: it is about the process of kube-scheduler',
    ],
  ],
  [
    'waiting between attempts',
    { ...HEADER, podInitialBackoffSeconds: 5, podMaxBackoffSeconds: 5 },
    [
      'podInitialBackoffSeconds: a pod is tried when a run asks for it',
      'podMaxBackoffSeconds: a pod is tried when a run asks for it',
    ],
  ],
  [
    'sampling',
    { ...profiles({ percentageOfNodesToScore: 100 }), percentageOfNodesToScore: 0 },
    [
      'percentageOfNodesToScore: every node is always evaluated',
      'profiles[0].percentageOfNodesToScore: every node is always evaluated',
    ],
  ],
  [
    'names that nobody has',
    profiles({
      plugins: { filter: { disabled: names('Alchemy', '*') } },
      pluginConfig: [{ name: 'Astrology', args: { stars: 5 } }],
    }),
    [
      'profiles[0].plugins.filter.disabled[0]: there is no plugin "Alchemy"',
      'profiles[0].pluginConfig[0]: there is no plugin "Astrology"',
    ],
  ],
  [
    'args where none are taken',
    profiles(args('NodeName', {})),
    ['profiles[0].pluginConfig[0].args: NodeName takes no args'],
  ],
  [
    'weights of what has no score',
    profiles({
      plugins: { filter: { enabled: [{ name: 'NodeName', weight: 2 }], disabled: [{ name: 'NodePorts', weight: 0 }] } },
    }),
    [
      'profiles[0].plugins.filter.enabled[0].weight: only scores have weights',
      'profiles[0].plugins.filter.disabled[0].weight: only scores have weights',
    ],
  ],
];
