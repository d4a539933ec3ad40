import { defaultProfile, Snapshot, type Node, type Pod } from '#scheduler';
import { DEFAULT_COSTS } from '../why-not/costs.js';
import { whyNot } from '../why-not/why-not.js';

const profile = defaultProfile();
const node: Node = {
  metadata: { name: 'n1', labels: { disk: 'hdd', gen: '3' } },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10', 'hugepages-2Mi': '64Mi' } },
};
const pod = (spec: object): Pod => ({
  metadata: { name: 'p', namespace: 'shop', uid: 'p' },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }], ...spec },
});

function answerTo(asked: Pod) {
  const snapshot = new Snapshot({});
  snapshot.addNode(node);
  return whyNot({ snapshot, profile, pod: asked, row: 0, costs: DEFAULT_COSTS });
}

const factsOf = (asked: Pod): readonly string[] => answerTo(asked).failures.flatMap(({ facts }) => facts);

describe('a pod that asks for more than its containers', () => {
  const asking = (name: string, cpu: string, more: object = {}): object => ({
    name,
    resources: { requests: { cpu } },
    ...more,
  });
  const sidecar = asking('s', '4', { restartPolicy: 'Always' });
  test.each<[string, object, string]>([
    [
      'by an init container',
      { initContainers: [asking('prep', '6')] },
      '6, by its init container prep, which runs before them',
    ],
    ['by sidecars', { initContainers: [sidecar] }, '5, by its sidecars (4)'],
    [
      'by an init container beside a sidecar',
      { initContainers: [sidecar, asking('small', '1'), asking('prep', '6')] },
      '10, by its init container prep, which runs before them',
    ],
    ['by overhead', { overhead: { cpu: '3500m' } }, '4500m, by the overhead of its runtime class (3500m)'],
    ['as a whole', { resources: { requests: { cpu: '7' } } }, '7, by the requests of the pod as a whole'],
  ])('%s says so', (_, spec, why) =>
    expect(factsOf(pod(spec))).toEqual([`its containers ask for 1 cpu, and the pod for ${why}`]),
  );
});

describe('required node affinity', () => {
  const requiring = (...terms: readonly object[]): Pod =>
    pod({
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
    });
  const expression = (key: string, operator: string, ...values: readonly string[]): object => ({
    key,
    operator,
    ...(values.length > 0 && { values }),
  });
  test.each<[string, readonly object[], string]>([
    [
      'by the parts that the node does not meet',
      [
        {
          matchExpressions: [
            expression('disk', 'In', 'ssd'),
            expression('gen', 'Exists'),
            expression('pool', 'Exists'),
          ],
        },
      ],
      'disk in (ssd) (the node has disk=hdd) and label pool (the node has no such label)',
    ],
    [
      'by what the node may not have',
      [{ matchExpressions: [expression('disk', 'NotIn', 'hdd'), expression('gen', 'DoesNotExist')] }],
      'disk not in (hdd) (the node has disk=hdd) and no label gen (the node has gen=3)',
    ],
    [
      'by its alternatives',
      [
        { matchExpressions: [expression('gen', 'Gt', '4')] },
        { matchFields: [expression('metadata.name', 'NotIn', 'n1')] },
        {},
      ],
      'gen > 4 (the node has gen=3), or for metadata.name not in (n1) (the node is n1), ' +
        'or for nothing (a term without expressions matches no node)',
    ],
  ])('is reported %s', (_, terms, asks) =>
    expect(factsOf(requiring(...terms))).toEqual([`its required node affinity asks for ${asks}`]),
  );
});

test('huge pages are counted in bytes', () => {
  const requests = { cpu: '1', 'hugepages-2Mi': '100Mi' };
  const asked = pod({ containers: [{ name: 'c', image: 'i', resources: { requests, limits: requests } }] });
  expect(answerTo(asked).sentence).toContain('insufficient hugepages-2Mi (requested 100Mi, free 64Mi of 64Mi)');
});
