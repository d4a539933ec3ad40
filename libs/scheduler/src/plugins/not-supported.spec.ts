import { decidePods } from '../batch/decide-pods.js';
import { defaultProfile } from '../configuration/read-profile.js';
import { makeNode, makePod, makeSnapshot, type PodBuilder } from '../testing/index.js';

function outcome(pod: PodBuilder): string {
  const snapshot = makeSnapshot([makeNode('a'), makeNode('b')]);
  const [attempt] = decidePods({
    snapshot,
    pods: [pod],
    profileOf: defaultProfile,
    tieBreak: { rule: 'first' },
    preemption: 'off',
    now: '2026-01-01T00:00:00Z',
  });
  return attempt?.nodeName ?? attempt?.message ?? '';
}

describe("what is not built yet is refused by the plugin's name:", () => {
  const cases: [name: string, pod: PodBuilder, plugin: string][] = [
    ['device claims', makePod('p').with({ resourceClaims: [{ name: 'c' }] }), 'DynamicResources'],
  ];
  test.each(cases)('%s', (_name, pod, plugin) => expect(outcome(pod)).toBe(`${plugin}: not supported yet`));
});

test('and is not in the way of volumes that bind to no node', () =>
  expect(outcome(makePod('p').with({ volumes: [{ name: 'tmp' }] }))).toBe('a'));
