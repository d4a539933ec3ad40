import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { checkNodeCondition } from './plugin.js';

test('CheckNodeCondition tells all that is wrong with a node, and nothing of what it does not say', () => {
  const snapshot = makeSnapshot([
    makeNode('silent'),
    makeNode('well').condition('Ready', 'True').condition('NetworkUnavailable', 'False'),
    makeNode('unknown').condition('Ready', 'Unknown'),
    makeNode('ill').condition('Ready', 'False').condition('OutOfDisk', 'True').cordoned(),
  ]);
  expect(runPlugin(checkNodeCondition, { pod: makePod('p'), snapshot }).filter).toEqual({
    unknown: 'UnschedulableAndUnresolvable: node(s) were not ready',
    ill:
      'UnschedulableAndUnresolvable: node(s) were not ready, node(s) were out of disk space, node(s) were ' +
      'unschedulable',
  });
});
