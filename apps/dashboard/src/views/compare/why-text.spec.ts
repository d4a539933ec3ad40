import { whyText } from './why-text.js';

const open = { otherNode: null };

test.each([
  [[], open, open, 'a tie'],
  [
    [
      { plugin: 'Fit', share: 12 },
      { plugin: 'Taint', share: 0 },
      { plugin: 'Zone', share: -3 },
    ],
    open,
    open,
    'Fit +12; Zone -3',
  ],
  [[], open, { otherNode: { reasons: ['Insufficient cpu'] } }, 'not for B: Insufficient cpu'],
])('%j is said so', (plugins, a, b, text) => {
  expect(whyText({ plugins, a, b })).toBe(text);
});
