import type { NodeObject, PodSpec } from './objects.js';
import { playScenario } from './play-scenario.js';
import type { ProfileEntry } from './scenario.js';

const node = (name: string): NodeObject => ({
  metadata: { name, labels: { disk: 'ssd' } },
  status: { allocatable: { cpu: '2', memory: '2Gi', pods: '10' } },
});
const malformed = { weight: 5, preference: { matchExpressions: [{ key: 'disk', operator: 'Like', values: ['x'] }] } };
const preferring = { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [malformed] } } };
const added = { weight: 1, preference: { matchExpressions: [{ key: 'disk', operator: 'Exists' }] } };
const unsupported =
  '[0].matchExpressions[0].operator: Unsupported value: "Like": supported values: "In", "NotIn", "Exists", ' +
  '"DoesNotExist", "Gt", "Lt"';

function play(
  spec: PodSpec,
  { profile, nominatedNodeName }: { profile?: ProfileEntry; nominatedNodeName?: string } = {},
): unknown {
  const [result] = playScenario({
    id: 'small',
    family: 'small',
    objects: { nodes: [node('n2'), node('n11'), node('n1')] },
    ...(profile !== undefined && { profile }),
    pods: [
      {
        metadata: { name: 'p', namespace: 'default' },
        spec: { containers: [{ name: 'c' }], ...spec },
        ...(nominatedNodeName !== undefined && { status: { nominatedNodeName } }),
      },
    ],
  }).results;
  return result;
}

test('the place of an error is one among the terms of the pod, whatever the profile adds', () => {
  const args = { addedAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [added] } };
  expect(play(preferring, { profile: { pluginConfig: [{ name: 'NodeAffinity', args }] } })).toEqual({
    pod: 'default/p',
    outcome: 'error',
    error: `running PreScore plugin "NodeAffinity": ${unsupported}`,
  });
});

test('without PreScore the same is an error of Score', () => {
  expect(play(preferring, { profile: { plugins: { preScore: { disabled: [{ name: 'NodeAffinity' }] } } } })).toEqual({
    pod: 'default/p',
    outcome: 'error',
    error: `running Score plugins: plugin "NodeAffinity" failed with: ${unsupported}`,
  });
});

test("where the nominated node does, nobody asks for scores, and their errors are nobody's", () => {
  expect(play(preferring, { nominatedNodeName: 'n2' })).toMatchObject({
    outcome: 'scheduled',
    scores: [],
    best: ['n1', 'n11', 'n2'],
    selected: 'n2',
    nominatedNodeUsed: true,
  });
});

test('a score below zero is cut towards zero, as Go divides', () => {
  const args = { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } };
  const spec = { containers: [{ name: 'c', resources: { requests: { cpu: '-370u' } } }] };
  expect(play(spec, { profile: { pluginConfig: [{ name: 'NodeResourcesFit', args }] } })).toMatchObject({
    outcome: 'scheduled',
    scores: expect.arrayContaining([expect.objectContaining({ plugin: 'NodeResourcesFit', raw: [0, 0, 0] })]),
  });
});
