import { decidePods } from '../../batch/decide-pods.js';
import { makeNode, makePod, makeSnapshot, profileWith } from '../../testing/index.js';

test('DefaultBinder binds to the chosen node by its name', () => {
  const snapshot = makeSnapshot([makeNode('b'), makeNode('a')]);
  const [attempt] = decidePods({
    snapshot,
    pods: [makePod('p')],
    profileOf: () => profileWith([]),
    tieBreak: { rule: 'first' },
    now: '2026-01-01T00:00:00Z',
  });
  expect([attempt?.outcome, attempt?.nodeName, attempt?.row]).toEqual(['scheduled', 'a', 1]);
});
