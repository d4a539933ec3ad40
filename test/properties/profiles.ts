import { defaultProfile, definePlugin, IN_TREE_PLUGINS, readProfile, type Plugin, type Profile } from '#scheduler';

/** Declares nothing, so that its answers may depend on anything. */
const crowds = definePlugin({
  name: 'Crowds',
  normalization: 'custom',
  preFilter({ snapshot, status }) {
    const pods = snapshot.podCount.reduce((sum, count) => sum + count, 0);
    const crowded = status('Unschedulable', 'crowded');
    return { kind: 'filter', filter: (row) => ((snapshot.podCount[row] ?? 0) * 2 > pods + 4 ? crowded : 0) };
  },
  score: ({ snapshot }, feasible) => ({
    kind: 'score',
    score: (row) => (snapshot.podCount[row] ?? 0) * feasible.length,
    normalize: (column, rows) =>
      rows.forEach((row) => {
        column[row] = (column[row] ?? 0) % 101;
      }),
  }),
});

/** Declares as much as it can without hearing of anything. */
const parity = definePlugin({
  name: 'Parity',
  filterReach: 'node',
  scoreReach: 'node',
  normalization: 'max',
  filter:
    ({ snapshot, status }) =>
    (row) =>
      (snapshot.podCount[row] ?? 0) > 6 ? status('Unschedulable', `${snapshot.podCount[row]} pods are too many`) : 0,
  preScore: ({ snapshot }) => ({ kind: 'score', score: (row) => (snapshot.podCount[row] ?? 0) % 3 }),
});

/** Rejects some pods whole, and names the nodes for others. */
const choosy = definePlugin({
  name: 'Choosy',
  filterReach: 'static',
  scoreReach: 'domain',
  normalization: 'reverseMax',
  preFilter({ pod, snapshot }) {
    if (pod.labels?.['app'] === 'b') return { kind: 'rejected', code: 'Unschedulable', reasons: ['not this one'] };
    const names = snapshot.nodes.map(({ name }) => name).filter((_, row) => row % 3 !== 1);
    return { kind: 'filter', filter: () => 0, nodeNames: new Set([...names, 'ghost']) };
  },
  score: ({ snapshot }) => ({
    kind: 'score',
    domains: snapshot.topology(['topology.kubernetes.io/zone']),
    score: (row) =>
      snapshot.pods(row).length >= 0 ? (snapshot.nodes[row]?.labels?.['topology.kubernetes.io/zone']?.length ?? 7) : 0,
  }),
});

/** Nothing is sure of its scores: some are refused by the framework. */
const unruly = definePlugin({
  name: 'Unruly',
  scoreReach: 'node',
  score: ({ snapshot }) => ({
    kind: 'score',
    score: (row) => ((snapshot.podCount[row] ?? 0) === 3 ? 101 : (20 * (snapshot.podCount[row] ?? 0)) % 100),
  }),
});

const addedAffinity = {
  requiredDuringSchedulingIgnoredDuringExecution: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'NotIn', values: ['hdd'] }] }],
  },
};
const zonal = { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' };
const enabled = (...names: readonly string[]) => ({ enabled: names.map((name) => ({ name })) });

/** Profiles under which pods are tried, several in one run. */
export const PROFILES = {
  default: defaultProfile(),
  packing: read({
    pluginConfig: [
      {
        name: 'NodeResourcesFit',
        args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
      },
      { name: 'InterPodAffinity', args: { hardPodAffinityWeight: 50 } },
      {
        name: 'PodTopologySpread',
        args: {
          defaultingType: 'List',
          defaultConstraints: [
            zonal,
            { ...zonal, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' },
          ],
        },
      },
    ],
  }),
  picky: read({
    pluginConfig: [
      { name: 'NodeAffinity', args: { addedAffinity } },
      { name: 'InterPodAffinity', args: { hardPodAffinityWeight: 0, ignorePreferredTermsOfExistingPods: true } },
      { name: 'DefaultPreemption', args: { minCandidateNodesPercentage: 100 } },
    ],
    plugins: { score: { disabled: [{ name: 'TaintToleration' }], enabled: [{ name: 'InterPodAffinity', weight: 7 }] } },
  }),
  lame: read({
    plugins: {
      preScore: { disabled: [{ name: 'TaintToleration' }] },
      filter: { disabled: [{ name: 'NodeResourcesFit' }] },
    },
  }),
  policy: read({ kind: 'Policy', apiVersion: 'v1' }),
  oldPolicy: read({
    kind: 'Policy',
    apiVersion: 'v1',
    alwaysCheckAllPredicates: true,
    olderNames: true,
    featureGates: { DefaultPodTopologySpread: false },
    predicates: [
      ...['CheckNodeCondition', 'CheckNodeMemoryPressure', 'CheckNodeDiskPressure', 'CheckNodePIDPressure'],
      ...['PodToleratesNodeNoExecuteTaints', 'GeneralPredicates', 'MaxCinderVolumeCount', 'MaxEBSVolumeCount'],
      ...['NoDiskConflict', 'EvenPodsSpread', 'MatchInterPodAffinity', 'MaxCSIVolumeCount', 'CheckVolumeBinding'],
    ]
      .map((name): object => ({ name }))
      .concat([
        { name: 'zones', argument: { serviceAffinity: { labels: ['topology.kubernetes.io/zone'] } } },
        { name: 'disks', argument: { labelsPresence: { labels: ['tape'], presence: false } } },
      ]),
    priorities: [
      ...['SelectorSpreadPriority', 'MostRequestedPriority', 'ResourceLimitsPriority', 'InterPodAffinityPriority'],
      ...['RequestedToCapacityRatioPriority', 'EvenPodsSpreadPriority', 'TaintTolerationPriority'],
    ]
      .map((name): object => ({ name, weight: 1 }))
      .concat([
        { name: 'a', weight: 2, argument: { serviceAntiAffinity: { label: 'topology.kubernetes.io/zone' } } },
        { name: 'b', weight: 2, argument: { labelPreference: { label: 'disk', presence: true } } },
      ]),
    hardPodAffinitySymmetricWeight: 30,
  }),
  former: read({
    plugins: {
      filter: enabled('CheckNodeCondition', 'NodeLabel'),
      score: enabled('NodeResourcesLeastAllocated', 'NodePreferAvoidPods', 'NodeLabel', 'NodeResourceLimits'),
      multiPoint: enabled('ServiceAffinity', 'SelectorSpread'),
    },
    pluginConfig: [
      { name: 'NodeLabel', args: { absentLabels: ['tape'], presentLabelsPreference: ['disk', 'zone'] } },
      {
        name: 'ServiceAffinity',
        args: { affinityLabels: ['disk'], antiAffinityLabelsPreference: ['topology.kubernetes.io/zone'] },
      },
    ],
  }),
  undeclared: read({ plugins: { multiPoint: enabled('Crowds', 'Parity') } }, [crowds, parity]),
  choosy: read({ plugins: { multiPoint: enabled('Choosy', 'Parity') } }, [choosy, parity]),
  unruly: read({ plugins: { multiPoint: enabled('Unruly') } }, [unruly]),
} as const satisfies Readonly<Record<string, Profile>>;

function read(entry: unknown, plugins: readonly Plugin[] = []): Profile {
  const answer = readProfile(entry, [...IN_TREE_PLUGINS, ...plugins]);
  if ('profile' in answer) return answer.profile;
  throw new Error(answer.problems.map(({ path, message }) => `${path}: ${message}`).join('; '));
}
