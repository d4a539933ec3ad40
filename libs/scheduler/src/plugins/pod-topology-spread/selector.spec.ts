import type { LabelSelector } from '#apimachinery';
import { spreadSelector } from './selector.js';

const app: LabelSelector = { matchLabels: { app: 'x' } };
const expression = (operator: string, values?: string[], key = 'tier'): LabelSelector => ({
  matchExpressions: [{ key, operator, ...(values && { values }) }],
});

describe('the selector of a constraint', () => {
  const labels = { app: 'x', version: '2' };
  const cases: [
    name: string,
    selector: LabelSelector | null | undefined,
    keys: string[],
    want: { isEmpty: boolean; matched: string[] },
  ][] = [
    ['absent: selects nothing', undefined, [], { isEmpty: false, matched: [] }],
    ['null: selects nothing', null, [], { isEmpty: false, matched: [] }],
    ['absent: selects nothing, whatever the keys', undefined, ['version'], { isEmpty: false, matched: [] }],
    ['empty: selects everything', {}, [], { isEmpty: true, matched: ['none', 'other', 'old', 'new'] }],
    ['empty, and a key', {}, ['version'], { isEmpty: false, matched: ['new'] }],
    [
      'empty, and a key that the pod does not have',
      {},
      ['shard'],
      { isEmpty: true, matched: ['none', 'other', 'old', 'new'] },
    ],
    ['labels', app, [], { isEmpty: false, matched: ['old', 'new'] }],
    ['labels and a key', app, ['version'], { isEmpty: false, matched: ['new'] }],
    ['labels and a key that the pod does not have', app, ['shard'], { isEmpty: false, matched: ['old', 'new'] }],
    ['In', expression('In', ['1', '2'], 'version'), [], { isEmpty: false, matched: ['old', 'new'] }],
    ['NotIn', expression('NotIn', ['1'], 'version'), [], { isEmpty: false, matched: ['none', 'other', 'new'] }],
    ['Exists', expression('Exists', [], 'app'), [], { isEmpty: false, matched: ['other', 'old', 'new'] }],
    ['DoesNotExist', expression('DoesNotExist', undefined, 'app'), [], { isEmpty: false, matched: ['none'] }],
    [
      'labels and expressions',
      { ...app, ...expression('NotIn', ['1'], 'version') },
      [],
      { isEmpty: false, matched: ['new'] },
    ],
  ];
  test.each(cases)('%s', (_name, written, keys, want) => {
    const selector = spreadSelector(written, keys, labels);
    if ('problem' in selector) throw new Error(selector.problem);
    const pods = { none: {}, other: { app: 'y' }, old: { app: 'x', version: '1' }, new: labels };
    const matched = Object.entries(pods)
      .filter(([, own]) => selector.matches(own))
      .map(([name]) => name);
    expect({ isEmpty: selector.isEmpty, matched }).toEqual(want);
  });
});

test('a selector that cannot be read is a problem', () => {
  expect(spreadSelector(expression('Gt', ['1']), ['app'], { app: 'x' })).toEqual({
    problem: '"Gt" is not a valid label selector operator',
  });
});
