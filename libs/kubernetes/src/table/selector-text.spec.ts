import { labelsText, selectorRequirements, selectorText } from './selector-text.js';

test('labels are printed by key', () => {
  expect([labelsText({ c: 'd', a: '' }), labelsText({}), labelsText(undefined)]).toEqual([
    'a=,c=d',
    '<none>',
    '<none>',
  ]);
});

test('a selector is printed as the text that selects the same', () => {
  const selector = {
    matchLabels: { tier: 'web' },
    matchExpressions: [
      { key: 'z', operator: 'DoesNotExist' },
      { key: 'app', operator: 'In', values: ['b', 'a'] },
      { key: 'env', operator: 'NotIn', values: ['x'] },
      { key: 'gpu', operator: 'Exists' },
    ],
  };
  expect(selectorText(selector)).toBe('app in (a,b),env notin (x),gpu,tier=web,!z');
  expect([selectorText({}), selectorText(undefined), selectorRequirements({})]).toEqual(['<none>', '<none>', '']);
});
