import { readProfile } from '../configuration/read-profile.js';
import { readSchedulerConfiguration } from '../configuration/read-configuration.js';
import { type Profile } from '../profile/index.js';
import { POLICY_ARGUMENTS, POLICY_PREDICATES, POLICY_PRIORITIES } from '../testing/index.js';

const { LABELS, ZONES, SPREAD, PREFER, RATIO } = POLICY_ARGUMENTS;

const policy = (fields: object): object => ({ kind: 'Policy', apiVersion: 'v1', ...fields });

function read(fields: object): Profile {
  const result = readProfile(policy(fields));
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.profile;
}

function problems(fields: object): string[] {
  const result = readProfile(policy(fields));
  return 'problems' in result ? result.problems.map(({ path, message }) => `${path}: ${message}`) : [];
}

const names = (bound: readonly { readonly plugin: { readonly name: string } }[]): string[] =>
  bound.map(({ plugin }) => plugin.name);
const predicates = (...list: readonly string[]): object[] => list.map((name) => ({ name }));
const priorities = (...list: readonly string[]): object[] => list.map((name) => ({ name, weight: 1 }));

const rowsOf = (list: typeof POLICY_PREDICATES) =>
  list.map(([name, key, plugins, more]) => ({ name, key, plugins, more }));

const entryOf = (name: string, more?: object | 'older'): object => ({
  name,
  ...(typeof more === 'object' && { argument: more }),
});

describe('the predicate', () => {
  test.each(rowsOf(POLICY_PREDICATES))('$name is $key, done by $plugins', ({ name, key, plugins, more }) => {
    const given = { predicates: [entryOf(name, more)], priorities: [], olderNames: more === 'older' };
    const profile = read(given);
    expect(profile.policy?.translation.predicates).toEqual([{ name, key, plugins }]);
    const filters = names(profile.points.filter);
    expect(filters).toEqual(expect.arrayContaining([...plugins, 'NodeUnschedulable', 'TaintToleration']));
    expect(filters).toHaveLength(new Set([...plugins, 'NodeUnschedulable', 'TaintToleration']).size);
    if (more === 'older')
      expect(problems({ ...given, olderNames: false })).toEqual([
        `predicates[0].name: Invalid configuration: Predicate type not found for "${name}"`,
      ]);
  });
});

describe('the priority', () => {
  test.each(rowsOf(POLICY_PRIORITIES))('$name is $key, done by $plugins', ({ name, key, plugins, more }) => {
    const given = { predicates: [], priorities: [{ ...entryOf(name, more), weight: 7 }], olderNames: more === 'older' };
    const profile = read(given);
    expect(profile.policy?.translation.priorities).toEqual([{ name, key, plugins }]);
    expect(profile.points.score.map(({ plugin, weight }) => [plugin.name, weight])).toEqual(
      plugins.map((plugin) => [plugin, 7]),
    );
    if (more === 'older')
      expect(problems({ ...given, olderNames: false })).toEqual([
        `priorities[0].name: Invalid configuration: Priority type not found for "${name}"`,
      ]);
  });
});

describe('a Policy', () => {
  test('without lists has the defaults of kube-scheduler v1.20', () => {
    const { points, configuration, policy: applied } = read({});
    expect(names(points.filter)).toEqual([
      ...['NodeUnschedulable', 'NodeResourcesFit', 'NodeName', 'NodePorts', 'NodeAffinity', 'VolumeRestrictions'],
      ...['TaintToleration', 'EBSLimits', 'GCEPDLimits', 'NodeVolumeLimits', 'AzureDiskLimits', 'VolumeBinding'],
      ...['VolumeZone', 'PodTopologySpread', 'InterPodAffinity'],
    ]);
    expect(configuration.plugins.score).toContainEqual({ name: 'NodePreferAvoidPods', weight: 10000 });
    expect(configuration.policy).toEqual({ release: 'v1.20', alwaysCheckAllPredicates: false });
    expect(applied?.translation).toEqual({ predicates: null, priorities: null, alwaysCheckAllPredicates: false });
  });
  test('with empty lists filters by what is mandatory, and scores nothing', () => {
    const { points } = read({ predicates: [], priorities: [] });
    expect(names(points.filter)).toEqual(['NodeUnschedulable', 'TaintToleration']);
    expect(points.score).toEqual([]);
  });
  test('filters in a fixed order, whatever its own', () => {
    const { points } = read({ predicates: predicates('MatchInterPodAffinity', 'NoDiskConflict', 'HostName') });
    expect(names(points.filter)).toEqual([
      ...['NodeUnschedulable', 'NodeName', 'VolumeRestrictions', 'TaintToleration', 'InterPodAffinity'],
    ]);
  });
  test('gathers labels of several entries, which weigh together', () => {
    const { configuration } = read({
      predicates: [
        { name: 'a', argument: LABELS },
        { name: 'b', argument: { labelsPresence: { labels: ['x'], presence: true } } },
      ],
      priorities: [
        { name: 'c', weight: 3, argument: PREFER },
        { name: 'd', weight: 3, argument: { labelPreference: { label: 'old', presence: false } } },
      ],
    });
    expect(configuration.plugins.score).toEqual([{ name: 'NodeLabel', weight: 6 }]);
    expect(configuration.pluginConfig).toContainEqual({
      name: 'NodeLabel',
      args: {
        presentLabels: ['x'],
        absentLabels: ['tape'],
        presentLabelsPreference: ['disk'],
        absentLabelsPreference: ['old'],
      },
    });
  });
  test('gives a key that comes twice its last weight, and PodTopologySpread that of EvenPodsSpreadPriority', () => {
    const { configuration } = read({
      priorities: [
        { name: 'SelectorSpreadPriority', weight: 9 },
        { name: 'EvenPodsSpreadPriority', weight: 2 },
        { name: 'LeastRequestedPriority', weight: 5 },
        { name: 'LeastRequestedPriority', weight: 4 },
      ],
    });
    expect(configuration.plugins.score).toEqual([
      { name: 'PodTopologySpread', weight: 2 },
      { name: 'NodeResourcesLeastAllocated', weight: 4 },
    ]);
  });
  const spreading: [says: string, fields: object, plugins: string[], type: string | undefined][] = [
    ['SelectorSpreadPriority', { priorities: priorities('SelectorSpreadPriority') }, ['PodTopologySpread'], 'System'],
    [
      'EvenPodsSpreadPriority alone',
      { priorities: priorities('EvenPodsSpreadPriority') },
      ['PodTopologySpread'],
      'List',
    ],
    [
      'SelectorSpreadPriority without the gate',
      {
        priorities: priorities('SelectorSpreadPriority', 'EvenPodsSpreadPriority'),
        featureGates: { DefaultPodTopologySpread: false },
      },
      ['PodTopologySpread', 'SelectorSpread'],
      'List',
    ],
  ];
  test.each(spreading)('spreads by %s', (_says, fields, plugins, defaultingType) => {
    const { points, configuration } = read({ predicates: [], ...fields });
    expect(names(points.score)).toEqual(plugins);
    expect(configuration.pluginConfig.find(({ name }) => name === 'PodTopologySpread')?.args).toEqual({
      defaultingType,
    });
  });
  test.each([
    [undefined, 1],
    [0, 1],
    [40, 40],
  ])('with hardPodAffinitySymmetricWeight %s weighs required affinity %i', (hardPodAffinitySymmetricWeight, want) => {
    const { configuration } = read({ hardPodAffinitySymmetricWeight });
    expect(configuration.pluginConfig.find(({ name }) => name === 'InterPodAffinity')?.args).toMatchObject({
      hardPodAffinityWeight: want,
    });
  });
  test('is the default scheduler, unless it says another name', () => {
    expect([read({}).schedulerName, read({ schedulerName: 'old' }).schedulerName]).toEqual([
      'default-scheduler',
      'old',
    ]);
  });
  test('is a configuration of one profile, whose source has its name', () => {
    const result = readSchedulerConfiguration(policy({ priorities: [] }));
    expect('profiles' in result && result.profiles.map(({ source }) => source)).toEqual([
      policy({ priorities: [], schedulerName: 'default-scheduler' }),
    ]);
  });
});

const weighted = (name: string, weight: number, argument?: object): object => ({
  name,
  weight,
  ...(argument && { argument }),
});
const made = (plugin: string): string =>
  `initializing profiles: creating profile for scheduler name default-scheduler: initializing plugin "${plugin}": `;
const ratio = (shape: object[], weight = 1): object => ({
  requestedToCapacityRatioArguments: { shape, resources: [{ name: 'cpu', weight }] },
});

describe('what kube-scheduler v1.20 refuses is refused in its words, at its field:', () => {
  const cases: [says: string, fields: object, want: string[]][] = [
    [
      'weights that are none',
      { priorities: [weighted('a', 0), weighted('b', -1)] },
      [
        'priorities[0].weight: priority a should have a positive weight applied to it or it has overflown',
        'priorities[1].weight: priority b should have a positive weight applied to it or it has overflown',
      ],
    ],
    [
      'a weight that is too large',
      { priorities: [weighted('a', 2 ** 62)] },
      ['priorities[0].weight: priority a should have a positive weight applied to it or it has overflown'],
    ],
    [
      'an argument without a member',
      { priorities: [weighted('x', 1, {})] },
      ['priorities[0].argument: no priority arguments set for priority x'],
    ],
    [
      'label preferences of different weights',
      { priorities: [weighted('a', 1, PREFER), weighted('b', 2, PREFER)] },
      ['priorities[1].argument: LabelPreference  priority "b" has a different weight with "a"'],
    ],
    [
      'anti-affinities of different weights',
      { priorities: [weighted('a', 1, SPREAD), weighted('b', 2, SPREAD)] },
      ['priorities[1].argument: ServiceAntiAffinity  priority "b" has a different weight with "a"'],
    ],
    [
      'two ratios',
      { priorities: [weighted('a', 1, RATIO), weighted('b', 1, RATIO)] },
      ['priorities[1].argument: priority "b" redeclares custom priority "RequestedToCapacityRatio", from: "a"'],
    ],
    [
      'a symmetric weight out of range',
      { hardPodAffinitySymmetricWeight: 101 },
      ['hardPodAffinitySymmetricWeight: Invalid value: 101: not in valid range [0-100]'],
    ],
    [
      'unknown names',
      { predicates: predicates('x'), priorities: priorities('y') },
      [
        'predicates[0].name: Invalid configuration: Predicate type not found for "x"',
        'priorities[0].name: Invalid configuration: Priority type not found for "y"',
      ],
    ],
    [
      'two arguments of a predicate',
      { predicates: [{ name: 'x', argument: { ...LABELS, ...ZONES } }] },
      ['predicates[0].argument: Exactly 1 predicate argument is required, numArgs: 2, Predicate: x'],
    ],
    [
      'two arguments of a priority',
      { priorities: [weighted('x', 1, { ...PREFER, ...SPREAD })] },
      ['priorities[0].argument: Exactly 1 priority argument is required, numArgs: 2, Priority: x'],
    ],
    [
      'a label that must be there and must not',
      {
        predicates: [
          { name: 'a', argument: LABELS },
          { name: 'b', argument: { labelsPresence: { labels: ['tape'], presence: true } } },
        ],
      },
      [
        `predicates[1].argument: ${made('NodeLabel')}detecting at least one label (e.g., "tape") that exist in both ` +
          'the present([tape]) and absent([tape]) label list',
      ],
    ],
    [
      'a ratio without a shape',
      { priorities: [weighted('a', 1, ratio([]))] },
      [`priorities[0].argument: ${made('RequestedToCapacityRatio')}at least one point must be specified`],
    ],
    [
      'a shape that goes back',
      {
        priorities: [
          weighted(
            'a',
            1,
            ratio([
              { utilization: 5, score: 1 },
              { utilization: 5, score: 2 },
            ]),
          ),
        ],
      },
      [
        `priorities[0].argument: ${made('RequestedToCapacityRatio')}utilization values must be sorted. ` +
          'Utilization[0]==5 >= Utilization[1]==5',
      ],
    ],
    [
      'a score beyond 10',
      { priorities: [weighted('a', 1, ratio([{ utilization: 5, score: 11 }]))] },
      [
        `priorities[0].argument: ${made('RequestedToCapacityRatio')}score values must not be greater than 10. ` +
          'Score[0]==11',
      ],
    ],
    [
      'a resource without a weight',
      { priorities: [weighted('a', 1, ratio([{ utilization: 5, score: 1 }], 0))] },
      [`priorities[0].argument: ${made('RequestedToCapacityRatio')}resource cpu weight 0 must not be less than 1`],
    ],
    [
      'a name that crashes it',
      { priorities: [weighted('NodeLabel', 1, PREFER)] },
      ['priorities[0].name: kube-scheduler v1.20 crashes on a priority of the name "NodeLabel"'],
    ],
    ['an unknown field', { predicate: [] }, ['predicate: unknown field "predicate"']],
    ['another version', { apiVersion: 'v2' }, ['apiVersion: Unsupported value: "v2": supported values: "v1"']],
    ['no version', { apiVersion: undefined }, ['apiVersion: Required value']],
    ['an extender without a URL', { extenders: [{}] }, ['extenders[0].urlPrefix: Required value']],
  ];
  test.each(cases)('%s', (_says, fields, want) => expect(problems(fields)).toEqual(want));
});

test('extenders are those of a configuration, with the timeout in nanoseconds and enableHttps', () => {
  const managedResources = [{ name: 'example.com/tape', ignoredByScheduler: true }];
  const extender = { urlPrefix: 'http://tapes', filterVerb: 'filter', enableHttps: true, httpTimeout: 2e9 };
  const { extenders, configuration } = read({ extenders: [{ ...extender, managedResources }] });
  expect(extenders).toMatchObject([
    { urlPrefix: 'http://tapes', filterVerb: 'filter', enableHTTPS: true, httpTimeoutMs: 2_000, managedResources },
  ]);
  expect(configuration.extenders).toEqual(extenders);
  expect(configuration.pluginConfig.find(({ name }) => name === 'NodeResourcesFit')?.args).toMatchObject({
    ignoredResources: ['example.com/tape'],
  });
});
