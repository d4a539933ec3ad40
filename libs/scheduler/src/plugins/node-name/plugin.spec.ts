import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { nodeName } from './plugin.js';

describe('NodeName', () => {
  const snapshot = makeSnapshot([makeNode('a'), makeNode('b')]);
  const other = "UnschedulableAndUnresolvable: node(s) didn't match the requested node name";
  const cases: [name: string, wanted: string, want: Record<string, string>][] = [
    ['without a name every node will do', '', {}],
    ['with a name only that node', 'b', { a: other }],
    ['a node that is not there', 'c', { a: other, b: other }],
  ];
  test('without a spec every node will do', () =>
    expect(runPlugin(nodeName, { pod: {}, snapshot }).filter).toEqual({}));
  test.each(cases)('%s', (_name, wanted, want) =>
    expect(runPlugin(nodeName, { pod: makePod('p').onNode(wanted), snapshot }).filter).toEqual(want),
  );
});
