import { compileNodeSelector, compileNodeSelectorTerm, type NodeSelectorTerm } from './index.js';

const node = { name: 'node-1', labels: { zone: 'a', size: '007', big: '99999999999999999999' } };
const expression = (key: string, operator: string, values?: string[]): NodeSelectorTerm => ({
  matchExpressions: [{ key, operator, ...(values && { values }) }],
});
const field = (operator: string, values: string[], key = 'metadata.name'): NodeSelectorTerm => ({
  matchFields: [{ key, operator, values }],
});

describe('a node selector term', () => {
  const cases: [name: string, term: NodeSelectorTerm, want: boolean][] = [
    ['that says nothing matches nothing', {}, false],
    ['with empty lists matches nothing', { matchExpressions: [], matchFields: [] }, false],
    ['In', expression('zone', 'In', ['b', 'a']), true],
    ['In on an absent key', expression('rack', 'In', ['a']), false],
    ['NotIn on an absent key', expression('rack', 'NotIn', ['a']), true],
    ['Exists', expression('zone', 'Exists'), true],
    ['DoesNotExist', expression('zone', 'DoesNotExist'), false],
    ['Gt reads 007 as 7', expression('size', 'Gt', ['6']), true],
    ['Lt reads 007 as 7', expression('size', 'Lt', ['8']), true],
    ['Gt beyond 64 bits', expression('big', 'Gt', ['1']), false],
    ['Gt on words', expression('zone', 'Gt', ['1']), false],
    ['field In', field('In', ['node-1']), true],
    ['field NotIn', field('NotIn', ['node-1']), false],
    ['NotIn on a field that nodes do not have', field('NotIn', ['x'], 'metadata.uid'), true],
    ['needs expressions and fields', { ...expression('zone', 'Exists'), ...field('In', ['node-2']) }, false],
  ];
  test.each(cases)('%s', (_name, term, want) => {
    const matcher = compileNodeSelectorTerm(term);
    expect(typeof matcher === 'function' && matcher(node)).toBe(want);
  });

  const broken: [term: NodeSelectorTerm, field: string, message: string][] = [
    [
      expression('zone', 'Gt', ['-1']),
      'matchExpressions[0].values[0][zone]',
      'Invalid value: "-1": a valid label must be',
    ],
    [
      expression('zone', 'Gt', []),
      'matchExpressions[0].values',
      "Invalid value: []: for 'Gt', 'Lt' operators, exactly one value",
    ],
    [
      expression('zone', 'Near', ['a']),
      'matchExpressions[0].operator',
      'Unsupported value: "Near": supported values: "In", "NotIn",',
    ],
    [field('Exists', []), 'matchFields[0].operator', 'Unsupported value: "Exists": supported values: "In", "NotIn"'],
    [field('In', ['a', 'b']), 'matchFields[0].values', 'Invalid value: ["a","b"]: must have one element'],
  ];
  test.each(broken)('%j is a problem at %s', (term, at, message) => {
    expect(compileNodeSelectorTerm(term)).toEqual([
      { field: at, reason: expect.any(String), message: expect.stringContaining(message) },
    ]);
    expect(compileNodeSelector([term])(node)).toBe(false);
  });
});

test('terms are alternatives, and no term matches nothing', () => {
  expect(
    compileNodeSelector([
      expression('zone', 'In', ['b']),
      {},
      expression('zone', 'Gt', ['-1']),
      field('In', ['node-1']),
    ])(node),
  ).toBe(true);
  expect(compileNodeSelector([])(node)).toBe(false);
});
