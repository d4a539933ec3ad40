import { placedPod, readProfile, Snapshot, type Node, type Pod, type Profile } from '#scheduler';
import { explainPending, type PendingExplanation } from './explain-pending.js';

const ZONE = 'topology.kubernetes.io/zone';
const WEB = { app: 'web' };

const node = (name: string, labels: Record<string, string>, more: object = {}): Node => ({
  metadata: { name, labels },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } },
  ...more,
});

const pod = (name: string, spec: object = {}, labels: Record<string, string> = WEB): Pod => ({
  metadata: { name, namespace: 'shop', uid: name, labels },
  spec: { containers: [{ name: 'c' }], ...spec },
});

function spreadingBy(topologyKey: string): Profile {
  const defaultConstraints = [{ maxSkew: 1, topologyKey, whenUnsatisfiable: 'DoNotSchedule' }];
  const args = { defaultingType: 'List', defaultConstraints };
  const result = readProfile({ pluginConfig: [{ name: 'PodTopologySpread', args }] });
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.profile;
}

function explained(
  nodes: readonly Node[],
  pods: readonly Pod[],
  profile: Profile,
  triesChanges = true,
): PendingExplanation {
  const service = { metadata: { name: 'web', namespace: 'shop' }, spec: { selector: WEB } };
  const snapshot = new Snapshot({ services: [service] });
  for (const one of nodes) snapshot.addNode(one);
  for (const one of pods.filter(({ spec }) => spec?.nodeName !== undefined))
    snapshot.addPod(placedPod(one), snapshot.rowOf(one.spec?.nodeName ?? '') ?? -1);
  const waiting = pods.filter(({ spec }) => spec?.nodeName === undefined).map((one) => ({ pod: one, profile }));
  const asking = explainPending({
    snapshot,
    nodes,
    pods: waiting,
    now: '2026-01-01T00:00:00Z',
    refused: [],
    quotas: [],
    triesChanges,
  });
  for (;;) {
    const { done, value } = asking.next();
    if (done === true) return value;
  }
}

const BY_DEFAULT = 'profile default-scheduler spreads pods without topologySpreadConstraints by its default constraint';

describe('hard default constraints of a profile', () => {
  const bound = pod('web-1', { nodeName: 'n1' });

  test('are named, and changes are tried by them', () => {
    const cordoned = node('n2', { [ZONE]: 'b' }, { spec: { unschedulable: true } });
    const { unmet, changes, sentence } = explained(
      [node('n1', { [ZONE]: 'a' }), cordoned],
      [bound, pod('p')],
      spreadingBy(ZONE),
    );
    expect(unmet).toEqual([
      { sentence: `${BY_DEFAULT} over ${ZONE} (maxSkew 1)`, pods: 1, example: { namespace: 'shop', name: 'p' } },
    ]);
    expect(changes.map((change) => [change.kind, change.nodes, change.released])).toEqual([
      ['uncordon', ['n2'], 1],
      ['addNode', ['n2'], 1],
    ]);
    expect(sentence).toContain(`Of 1 pod: ${BY_DEFAULT} over ${ZONE} (maxSkew 1).`);
  });

  test('go by a label that no node has, or nearly has', () => {
    const lacking = explained([node('n1', {})], [pod('p')], spreadingBy(ZONE));
    expect(lacking.unmet.map((one) => one.sentence)).toEqual([
      `no node has ${ZONE}, which says what a node is: a node of that kind is needed, or the pod asks for another one`,
      `${BY_DEFAULT} over ${ZONE} (maxSkew 1)`,
    ]);
    const near = explained([node('n1', { rack: 'r1' })], [pod('p')], spreadingBy('rakc'));
    expect(near.unmet.map((one) => one.sentence)).toContain('no node has rakc, 1 has rack');
  });

  test('are named where no change is tried, and nothing is said of changes', () => {
    const cordoned = node('n2', { [ZONE]: 'b' }, { spec: { unschedulable: true } });
    const asked = [[node('n1', { [ZONE]: 'a' }), cordoned], [bound, pod('p')], spreadingBy(ZONE)] as const;
    const [whole, first] = [explained(...asked), explained(...asked, false)];
    expect(whole.sentence).toBe(`${first.sentence} What releases the most: uncordon n2, which gives 1 pod a node.`);
    expect(first).toEqual({ ...whole, changes: [], sentence: first.sentence });
  });

  test('hold for pods that a Service or a controller selects, and that have none of their own', () => {
    const own = {
      maxSkew: 1,
      topologyKey: 'rack',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: WEB },
    };
    const others = [pod('single', {}, { app: 'db' }), pod('spread', { topologySpreadConstraints: [own] })];
    const { unmet, stuck } = explained([node('n1', {})], others, spreadingBy(ZONE));
    expect([stuck, unmet]).toEqual([1, []]);
  });
});

describe('nodes that would be added', () => {
  const big = { nodeSelector: { disk: 'ssd' }, containers: [{ name: 'c', resources: { requests: { cpu: '3' } } }] };
  const full = (name: string, on: string): Pod =>
    pod(name, { nodeName: on, containers: big.containers }, { app: 'db' });

  test('are one change where their labels make no difference', () => {
    const nodes = [
      node('n1', { [ZONE]: 'a', disk: 'ssd' }),
      node('n2', { [ZONE]: 'b', disk: 'ssd' }),
      node('n3', { [ZONE]: 'a' }),
    ];
    const held = nodes.map((one, index) => full(`held-${index}`, one.metadata?.name ?? ''));
    const { changes } = explained(nodes, [...held, pod('waits', big)], spreadingBy(ZONE));
    expect(changes.map(({ kind, nodes: of, released }) => [kind, of, released])).toEqual([
      ['addNode', ['n1', 'n2'], 1],
    ]);
  });

  test.each([
    ['cordoned', { unschedulable: true, taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] }],
    ['not ready', { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' }] }],
  ])('are open, also like one that is %s', (_is, spec) => {
    const only = node('n1', { [ZONE]: 'a', disk: 'ssd' }, { spec });
    const { changes } = explained([only], [full('held', 'n1'), pod('waits', big)], spreadingBy(ZONE));
    expect(changes.map(({ kind, released, shape }) => [kind, released, shape?.spec?.taints])).toEqual([
      ['addNode', 1, []],
    ]);
  });
});
