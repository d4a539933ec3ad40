import { labelSelectorError, type LabelSelector } from './index.js';

describe('what a component says of a selector', () => {
  const expression = (operator: string, values: string[] = [], key = 'a') => ({
    matchExpressions: [{ key, operator, values }],
  });
  const cases: [name: string, selector: LabelSelector, error: RegExp | undefined][] = [
    ['nothing', {}, undefined],
    ['what can be read', { matchLabels: { a: 'b' }, ...expression('NotIn', ['c']) }, undefined],
    [
      'presence',
      {
        matchExpressions: [
          { key: 'a', operator: 'Exists' },
          { key: 'b', operator: 'DoesNotExist' },
        ],
      },
      undefined,
    ],
    ['an operator that is none', expression('Near'), /^"Near" is not a valid label selector operator$/],
    ['an operator of node selectors', expression('Gt', ['1']), /^"Gt" is not a valid label selector operator$/],
    ['a label that is none', { matchLabels: { 'a b': 'c' } }, /^key: Invalid value: "a b": name part must consist of/],
    [
      'a value that is none',
      { matchLabels: { a: 'b c' } },
      /^values\[0\]\[a\]: Invalid value: "b c": a valid label must be/,
    ],
    [
      'no values',
      expression('In'),
      /^values: Invalid value: \[\]: for 'in', 'notin' operators, values set can't be empty$/,
    ],
    [
      'values beside presence',
      expression('Exists', ['b']),
      /^values: Invalid value: \["b"\]: values set must be empty for exists and does not exist$/,
    ],
    [
      'two errors of one requirement',
      expression('In', [], 'a b'),
      /^\[key: Invalid value: "a b": .*, values: Invalid value: \[\]: .*\]$/,
    ],
    ['labels before expressions', { matchLabels: { 'a b': 'c' }, ...expression('Near') }, /^key: /],
    [
      'the first of two requirements',
      {
        matchExpressions: [
          { key: 'a', operator: 'In', values: [] },
          { key: 'a', operator: 'Near' },
        ],
      },
      /^values: /,
    ],
  ];
  test.each(cases)('%s', (_name, selector, error) => {
    const given = labelSelectorError(selector);
    if (error === undefined) expect(given).toBeUndefined();
    else expect(given).toMatch(error);
  });
});
