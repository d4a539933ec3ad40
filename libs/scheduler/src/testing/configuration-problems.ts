import { args, names, type ProblemCase } from './problem-case.js';

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
      'apiVersion: Unsupported value: "kubescheduler.config.k8s.io/v1beta3": supported values: ' +
        '"kubescheduler.config.k8s.io/v1"',
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
    'extenders that kube-scheduler refuses',
    {
      ...HEADER,
      extenders: [
        {
          urlPrefix: 'http://a',
          prioritizeVerb: 'prioritize',
          bindVerb: 'bind',
          httpTimeout: 'soon',
          managedResources: [{ name: 'cpu' }],
        },
        { bindVerb: 'bind', managedResources: [{ name: 'example.com/tape' }, { name: 'example.com/tape' }] },
      ],
    },
    [
      'extenders[0].weight: Invalid value: 0: must have a positive weight applied to it',
      'extenders[0].httpTimeout: Invalid value: "soon": must be a duration such as 10s',
      'extenders[0].managedResources[0].name: Invalid value: "cpu": is an invalid extended resource name',
      'extenders[1].urlPrefix: Required value',
      'extenders[1].managedResources[1].name: Invalid value: "example.com/tape": ' +
        'duplicate extender managed resource name',
      'extenders: Invalid value: "found 2 extenders implementing bind": only one extender can implement bind',
    ],
  ],
  [
    'extenders that cannot be called from here',
    {
      ...HEADER,
      extenders: [
        { urlPrefix: 'extender:80', tlsConfig: { caFile: '/ca.pem', keyData: 'a2V5', caData: 'Y2E=', insecure: true } },
      ],
    },
    [
      'extenders[0].urlPrefix: Invalid value: "extender:80": must be a URL such as http://host:port/path',
      'extenders[0].tlsConfig.caFile: Forbidden: files are not read here: give caData',
      'extenders[0].tlsConfig.keyData: Forbidden: certificates of clients are not supported: a key would be kept',
      'extenders[0].tlsConfig.insecure: Invalid value: true: ' +
        'specifying a root certificates file with the insecure flag is not allowed',
    ],
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
    'an election without a winner',
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
    'unknown names',
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
