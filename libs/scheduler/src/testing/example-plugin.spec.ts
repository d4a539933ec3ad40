import { decidePods } from '../batch/decide-pods.js';
import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import { readProfile } from '../configuration/read-profile.js';
import { sameTeam } from './example-plugin.js';
import { makeNode, makePod, makeSnapshot } from './index.js';

test('the plugin of the documentation works in a profile', () => {
  const profile = readProfile({ plugins: { multiPoint: { enabled: [{ name: 'SameTeam' }] } } }, [
    ...IN_TREE_PLUGINS,
    sameTeam,
  ]);
  if ('problems' in profile) throw new Error(JSON.stringify(profile.problems));
  const snapshot = makeSnapshot([
    makeNode('any'),
    makeNode('red').labels({ team: 'red' }),
    makeNode('blue').labels({ team: 'blue' }),
  ]);
  const pods = [
    makePod('r').labels({ team: 'red' }),
    makePod('g').labels({ team: 'green' }),
    makePod('x').with({ nodeName: 'blue' }),
  ];
  const attempts = decidePods({
    snapshot,
    pods,
    profileOf: () => profile.profile,
    tieBreak: { rule: 'first' },
    preemption: 'off',
    now: '2026-01-01T00:00:00Z',
  });
  const seen = [...attempts].map(({ nodeName, message }) => nodeName ?? message);
  expect(seen).toEqual([
    'red',
    'any',
    "0/3 nodes are available: 1 node(s) belong to another team, 2 node(s) didn't match the requested node name.",
  ]);
});
