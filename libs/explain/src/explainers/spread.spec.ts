import { placedPod, readProfile, Snapshot, type Node, type Pod, type Profile } from '#scheduler';
import { DEFAULT_COSTS } from '../why-not/costs.js';
import { whyNot, type WhyNot } from '../why-not/why-not.js';

const ZONE = 'topology.kubernetes.io/zone';
const RACK = 'acme.io/rack';
const WEB = { app: 'web' };

const node = (name: string, labels: Record<string, string>): Node => ({
  metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } },
});

const pod = (name: string, spec: object = {}, labels: Record<string, string> = WEB): Pod => ({
  metadata: { name, namespace: 'shop', uid: name, labels },
  spec: { containers: [{ name: 'c' }], ...spec },
});

const hard = (topologyKey: string, more: object = {}) => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable: 'DoNotSchedule',
  ...more,
});

function profileWith(...defaultConstraints: object[]): Profile {
  const args = { defaultingType: 'List', defaultConstraints };
  const result = readProfile({ pluginConfig: [{ name: 'PodTopologySpread', args }] });
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.profile;
}

function snapshotOf(nodes: readonly Node[], bound: readonly Pod[]): Snapshot {
  const service = { metadata: { name: 'web', namespace: 'shop' }, spec: { selector: WEB } };
  const snapshot = new Snapshot({ services: [service] });
  for (const one of nodes) snapshot.addNode(one);
  for (const one of bound) snapshot.addPod(placedPod(one), snapshot.rowOf(one.spec?.nodeName ?? '') ?? -1);
  return snapshot;
}

const asked = (snapshot: Snapshot, of: Pod, profile: Profile): WhyNot =>
  whyNot({ snapshot, profile, pod: of, row: 0, costs: DEFAULT_COSTS });

const causesOf = ({ failures }: WhyNot): readonly string[] => failures.flatMap(({ causes }) => causes);

describe('default constraints of a profile', () => {
  const nodes = [node('n1', { [ZONE]: 'a', [RACK]: 'r1' }), node('n2', { [ZONE]: 'b', [RACK]: 'r1' })];
  const snapshot = snapshotOf(nodes, [
    pod('web-1', { nodeName: 'n1' }),
    pod('db-1', { nodeName: 'n1' }, { app: 'db' }),
    pod('web-2', { nodeName: 'n1' }),
  ]);

  test('are a cause each, as far as the node fails them; pods count that the Service selects', () => {
    const answer = asked(snapshot, pod('p'), profileWith(hard(RACK), hard(ZONE), hard('kubernetes.io/hostname')));
    expect(causesOf(answer)).toEqual([
      `${ZONE}=a has 2 of the pods already, and would be more than 1 above the emptiest ` +
        '(a default constraint of the profile)',
      'kubernetes.io/hostname=n1 has 2 of the pods already, and would be more than 1 above the emptiest ' +
        '(a default constraint of the profile)',
    ]);
    expect(answer.failures[0]?.heldBy.map(({ name }) => name)).toEqual(['web-1', 'web-2']);
    expect(answer.together?.map(({ sentence }) => sentence)).toEqual([
      'evict shop/web-1 and shop/web-2 (no controller recreates them)',
    ]);
    expect(answer.sentence).toContain('Profile default-scheduler spreads pods without topologySpreadConstraints');
  });

  test('that ask for a label which the node lacks say so beside the others', () => {
    const answer = asked(snapshot, pod('p'), profileWith(hard('acme.io/row'), hard(ZONE)));
    expect(causesOf(answer)).toEqual([
      'the node has no label acme.io/row, which the pod is to be spread over (a default constraint of the profile)',
      `${ZONE}=a has 2 of the pods already, and would be more than 1 above the emptiest ` +
        '(a default constraint of the profile)',
    ]);
  });
});

test('pods count as the filter counts them: by matchLabelKeys, and none where the constraint selects nothing', () => {
  const rev = (hash: string): Record<string, string> => ({ ...WEB, 'pod-template-hash': hash });
  const snapshot = snapshotOf(
    [node('n1', {}), node('n2', {})],
    [pod('old', { nodeName: 'n1' }, rev('1')), pod('new', { nodeName: 'n1' }, rev('2'))],
  );
  const byHash = hard('kubernetes.io/hostname', {
    labelSelector: { matchLabels: WEB },
    matchLabelKeys: ['pod-template-hash'],
  });
  const answer = asked(snapshot, pod('p', { topologySpreadConstraints: [byHash] }, rev('2')), profileWith());
  expect(causesOf(answer)[0]).toMatch(/^kubernetes.io\/hostname=n1 has 1 of the pods already/);
  expect(answer.failures[0]?.heldBy.map(({ name }) => name)).toEqual(['new']);
  const all = hard('kubernetes.io/hostname', { minDomains: 3, labelSelector: {} });
  expect(asked(snapshot, pod('p', { topologySpreadConstraints: [all] }), profileWith()).feasible).toBe(true);
});
