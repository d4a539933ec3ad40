import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { nodeNoExecuteTaints } from './plugin.js';

test('NoExecute taints alone keep a pod off that does not tolerate them', () => {
  const snapshot = makeSnapshot([
    makeNode('a').taint('t', 'NoExecute'),
    makeNode('b').taint('t', 'NoSchedule'),
    makeNode('c').taint('u', 'NoExecute'),
  ]);
  const pod = makePod('p').tolerates({ key: 'u', operator: 'Exists' });
  expect(runPlugin(nodeNoExecuteTaints, { pod, snapshot }).filter).toEqual({
    a: "UnschedulableAndUnresolvable: node(s) had taints that the pod didn't tolerate",
  });
});
