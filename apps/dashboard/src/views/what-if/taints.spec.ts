import { taintsIn, taintsText } from './taints.js';

test.each([
  ['gpu=yes:NoSchedule', [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }]],
  ['spare:NoExecute, old', [{ key: 'spare', effect: 'NoExecute' }, { key: 'old' }]],
  ['a=:Wrong', [{ key: 'a', value: '', effect: 'Wrong' }]],
])('%s is read, and written back', (text, taints) => {
  expect(taintsIn(text)).toEqual(taints);
  expect(taintsText(taints)).toBe(text);
});

test('nothing is none', () => {
  expect([taintsIn(' '), taintsText(undefined)]).toEqual([[], '']);
});
