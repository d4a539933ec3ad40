import { firstUntoleratedTaint, tolerates, type Taint, type Toleration } from './index.js';

const taint: Taint = { key: 'gpu', value: 'a100', effect: 'NoSchedule' };

describe('tolerates', () => {
  const cases: [name: string, toleration: Toleration, taint: Taint, want: boolean][] = [
    ['equal', { key: 'gpu', operator: 'Equal', value: 'a100', effect: 'NoSchedule' }, taint, true],
    ['no operator is Equal', { key: 'gpu', value: 'a100' }, taint, true],
    ['another value', { key: 'gpu', value: 'h100' }, taint, false],
    ['another key', { key: 'ssd', operator: 'Exists' }, taint, false],
    ['another effect', { key: 'gpu', operator: 'Exists', effect: 'NoExecute' }, taint, false],
    ['every effect', { key: 'gpu', operator: 'Exists' }, taint, true],
    ['everything', { operator: 'Exists' }, taint, true],
    ['no value on either side', { key: 'gpu' }, { key: 'gpu', effect: 'NoSchedule' }, true],
    ['unknown operator', { key: 'gpu', operator: 'Gt', value: 'a100' }, taint, false],
  ];
  test.each(cases)('%s', (_name, toleration, against, want) => expect(tolerates(toleration, against)).toBe(want));
});

test('firstUntoleratedTaint keeps the order of the node and looks at the given effects only', () => {
  const taints: Taint[] = [
    { key: 'soft', effect: 'PreferNoSchedule' },
    { key: 'a', effect: 'NoSchedule' },
    { key: 'b', effect: 'NoExecute' },
  ];
  const hard = new Set(['NoSchedule', 'NoExecute']);
  expect(firstUntoleratedTaint(taints, [], hard)?.key).toBe('a');
  expect(firstUntoleratedTaint(taints, [{ key: 'a', operator: 'Exists' }], hard)?.key).toBe('b');
  expect(firstUntoleratedTaint(taints, [{ operator: 'Exists' }], hard)).toBeUndefined();
});
